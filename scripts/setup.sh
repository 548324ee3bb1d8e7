#!/bin/sh
# Makes .venv with everything that `make` needs. Run by make; run it by hand to see what is missing.
# PYTHON=... chooses the interpreter.
set -eu
cd "$(dirname "$0")/.."
unset PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0

sqlite_min=3.31.0
venv=.venv
log=$venv/setup.log

case "${OS:-}:$(uname -s 2>/dev/null)" in
    Windows_NT:* | *:MINGW* | *:MSYS* | *:CYGWIN*)
        echo "error: AgentRein runs on Linux and macOS for now" >&2
        exit 1
        ;;
esac

# Prints VERSION|WHAT IS MISSING, in words that the loop below knows; fails where the interpreter does not start.
look_at() {
    "$1" - "$sqlite_min" 2>/dev/null <<'PY'
import sys

version = "%d.%d.%d" % sys.version_info[:3]
missing = []
if not (3, 11) <= sys.version_info[:2] < (3, 14):
    missing.append("python")
else:
    try:
        import ensurepip, venv
    except ImportError:
        missing.append("venv")
    try:
        import sqlite3

        if sqlite3.sqlite_version_info < tuple(map(int, sys.argv[1].split("."))):
            missing.append("sqlite-old:" + sqlite3.sqlite_version)
    except ImportError:
        missing.append("sqlite")
print(version + "|" + " ".join(missing))
PY
}

# The first interpreter that has everything, else the first of the right version, else the first that starts.
python= version= lacks=none-found
for candidate in ${PYTHON:+"$PYTHON"} python3.13 python3.12 python3.11 python3 python; do
    seen=$(look_at "$candidate") || seen=
    if [ -n "$seen" ]; then
        case "$lacks:${seen#*|}" in
            python:python) ;;
            none-found:* | python:* | *:)
                python=$candidate version=${seen%%|*} lacks=${seen#*|}
                ;;
        esac
    fi
    # An interpreter asked for by name is taken or complained about, never replaced.
    if [ -z "$lacks" ] || [ -n "${PYTHON:-}" ]; then break; fi
done

if [ -n "${PYTHON:-}" ]; then found="$PYTHON does not start"; else found="no python3 on the PATH"; fi
problems=0
missing() {
    echo "missing: $1" >&2
    problems=1
}
for lack in $lacks; do
    case "$lack" in
        none-found) missing "Python 3.11, 3.12 or 3.13 ($found)" ;;
        python) missing "Python 3.11, 3.12 or 3.13 (found $python, which is $version; set PYTHON=/path/to/python3.x to choose another)" ;;
        venv) missing "the venv module of $python, Python $version (on Debian and Ubuntu: apt install python${version%.*}-venv)" ;;
        sqlite) missing "the sqlite3 module of $python, Python $version (build Python with SQLite, or choose another with PYTHON=...)" ;;
        sqlite-old:*) missing "SQLite $sqlite_min or newer ($python, Python $version, is built with ${lack#*:})" ;;
    esac
done
git --version >/dev/null 2>&1 || missing "git (on Debian and Ubuntu: apt install git; on macOS: xcode-select --install)"
[ "$problems" = 0 ] || exit 1

failed() {
    [ ! -f "$log" ] || cat "$log" >&2
    echo "error: set-up failed while $1; pip's own words are above. Try again with: make" >&2
    exit 1
}

echo "setting up $venv with Python $version (once, about half a minute) ..." >&2
# Only what an earlier set-up finished, in this folder and with this Python, is built upon.
if [ "$(cat "$venv/.ready" 2>/dev/null)" != "$(pwd)" ] \
    || [ "$("$venv/bin/python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)" != "$version" ]; then
    rm -rf "$venv"
    "$python" -m venv "$venv" || failed "making $venv"
fi
rm -f "$venv/.ready"
"$venv/bin/python" -m pip install --require-hashes -r requirements.lock >"$log" 2>&1 \
    || failed "installing requirements.lock"
"$venv/bin/python" -m pip install --no-deps --no-build-isolation -e . >"$log" 2>&1 \
    || failed "installing agentrein from this folder"
rm -f "$log"
pwd >"$venv/.ready"
