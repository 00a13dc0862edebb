"""Does the calls of its argument, and prints what each ended in. A wait takes no time, but is printed."""

import json
import os
import pickle
import re
import sys
import traceback

from regista import Client, RegistaError, format_ico

given = json.loads(sys.argv[1])
waits = []
client = None


def open_client():
    return Client(given["url"], os.environ["REGISTA_KEY"], timeout_seconds=given["timeout"], sleep=waits.append)


def walk_locals(error, seen):
    """What the frames of an error hold, and those of the errors in them."""
    seen.append(error)
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            yield repr(value)
            if isinstance(value, BaseException) and value not in seen:
                yield from walk_locals(value, seen)


def dump():
    texts = [repr(client), str(client), repr(vars(client))]
    for call in (lambda: pickle.dumps(client), client.get_usage):
        try:
            call()
        except Exception as error:
            texts += traceback.TracebackException.from_exception(error, capture_locals=True).format()
            texts += [repr(error), repr(error.__context__), repr(error.__cause__), *walk_locals(error, [])]
    return "".join(texts)


def read_companies(*arguments):
    read = client.read_companies(*arguments)
    return {ico: "Regista\\" + type(one).__name__ if isinstance(one, RegistaError) else one["name"] for ico, one in read}


for operation, arguments in given["calls"]:
    waits.clear()
    name = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), operation)
    try:
        client = client or open_client()
        own = {"dump": dump, "readCompanies": read_companies, "formatIco": format_ico}
        call = own.get(operation) or getattr(client, name)
        named = arguments if isinstance(arguments, dict) else {}
        end = {"result": call(named.pop("q"), **named) if named else call(*arguments)}
    except RegistaError as error:
        end = {
            "message": str(error),
            "class": type(error).__name__,
            "code": error.code,
            "status": error.status,
            "requestId": error.request_id,
            "retryAfterSeconds": error.retry_after_seconds,
        }
    print(json.dumps({**end, "waits": waits}))
