"""Does the calls of its argument, and prints what each ended in. A wait takes no time, but is printed."""

import json
import os
import pickle
import re
import sys
import traceback

from regista import Client, RegistaError

given = json.loads(sys.argv[1])
waits = []
client = Client(given["url"], os.environ["REGISTA_KEY"], timeout_seconds=given["timeout"], sleep=waits.append)


def dump():
    texts = [repr(client), str(client), repr(vars(client))]
    for call in (lambda: pickle.dumps(client), client.get_usage):
        try:
            call()
        except Exception as error:
            texts += traceback.TracebackException.from_exception(error, capture_locals=True).format()
            texts += [repr(error), repr(error.__context__), repr(error.__cause__)]
    return "".join(texts)


def read_companies(*arguments):
    read = client.read_companies(*arguments)
    return {ico: "Regista\\" + type(one).__name__ if isinstance(one, RegistaError) else one["name"] for ico, one in read}


for operation, arguments in given["calls"]:
    waits.clear()
    name = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), operation)
    call = {"dump": dump, "readCompanies": read_companies}.get(operation) or getattr(client, name)
    try:
        named = arguments if isinstance(arguments, dict) else {}
        end = {"result": call(named.pop("q"), **named) if named else call(*arguments)}
    except RegistaError as error:
        end = {
            "class": type(error).__name__,
            "code": error.code,
            "status": error.status,
            "requestId": error.request_id,
            "retryAfterSeconds": error.retry_after_seconds,
        }
    print(json.dumps({**end, "waits": waits}))
