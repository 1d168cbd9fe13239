"""Tries the sample in this folder: does it behave, and does its exploit work? One line of JSON."""
import json
import os
import sys
import traceback

sys.path.insert(0, os.getcwd())


def tried(check, app):
    try:
        result = check(app)
        return True if result is None else bool(result)
    except Exception:
        return traceback.format_exc()


import checks

if hasattr(checks, "prepare"):
    checks.prepare()
try:
    import app
except Exception:
    answer = {"behaviour": traceback.format_exc(), "exploit": traceback.format_exc()}
else:
    answer = {"behaviour": tried(checks.behaviour, app), "exploit": tried(checks.exploit, app)}
print("\n" + json.dumps(answer), file=sys.__stdout__, flush=True)
