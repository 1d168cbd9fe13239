import os
import shlex

from flask import Flask, request

app = Flask(__name__)


class Notifier:
    def notify(self, text):
        raise NotImplementedError


class QuotingNotifier(Notifier):
    def line(self, text):
        return "notify " + shlex.quote(text)

    def notify(self, text):
        os.system(self.line(text))  # ok: command-injection


class PlainNotifier(Notifier):
    def line(self, text):
        return "notify " + text

    def notify(self, text):
        print(self.line(text))


class RunningNotifier(PlainNotifier):
    def notify(self, text):
        os.system(self.line(text))  # expect: command-injection


def notifier_named(name) -> Notifier:
    return globals()[name]()


@app.route("/notify")
def notify():
    notifier_named(app.config["NOTIFIER"]).notify(request.args["text"])
    return ""
