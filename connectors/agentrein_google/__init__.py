"""The connectors for Google's APIs, through google-api-python-client: `gmail`, `sheets`, `drive`, and `others`.

All share one seam, in `proxy`; nothing else imports the SDK, so that the tables can be read without it.
"""
