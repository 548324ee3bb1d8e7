"""A toy vendor: its stand-in server, its sync and async client library, and a connector that uses every word."""
