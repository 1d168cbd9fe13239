import hashlib
import logging
import secrets

from flask import Blueprint, make_response, render_template_string, request

notices = Blueprint("notices", __name__)

log = logging.getLogger("notices")

MAIL_PASSWORD = "brass-Kettle-71-orchard-Quill"


@notices.post("/preview")
def preview():
    body = request.form["body"]
    return render_template_string("<h1>Dear customer</h1>" + body)


@notices.post("/greeting")
def greeting():
    return render_template_string("<h1>Dear {{ name }}</h1>", name=request.form["name"])


@notices.post("/unsubscribe")
def unsubscribe():
    address = request.form["address"]
    log.info("unsubscribed: %r", address)
    answer = make_response("Done")
    answer.set_cookie("unsubscribed", "yes", secure=True, httponly=True, samesite="Lax")
    return answer


def mail_signature(body):
    return hashlib.sha1((MAIL_PASSWORD + body).encode()).hexdigest()


def tracking_number():
    return secrets.token_hex(12)
