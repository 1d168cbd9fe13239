"""Mails whose HTML is made of what somebody sent."""

import smtplib
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from html import escape

from django.core.mail import EmailMultiAlternatives, send_mail
from flask import Flask, request
from flask_mail import Mail, Message
from sendgrid.helpers.mail import Content, HtmlContent

app = Flask(__name__)
mail = Mail(app)


@app.route("/invite", methods=["POST"])
def invite():
    name = request.form["name"]
    greeting = f"<p>{name} invites you.</p>"
    send_mail("Invitation", f"{name} invites you.", "a@example.com", ["b@example.com"])  # ok: xss
    send_mail("Invitation", "", "a@example.com", ["b@example.com"], html_message=greeting)  # expect: xss
    send_mail("Invitation", "", "a@example.com", ["b@example.com"], html_message=f"<p>{escape(name)}</p>")  # ok: xss
    both = EmailMultiAlternatives("Invitation", name, "a@example.com", ["b@example.com"])
    both.attach_alternative(greeting, "text/html")  # expect: xss
    both.attach_alternative(greeting, "text/calendar")  # ok: xss
    return "sent"


@app.route("/remind", methods=["POST"])
def remind():
    note = request.form["note"]
    message = Message(subject="Reminder", recipients=["b@example.com"], body=note)  # ok: xss
    message.html = "<p>" + note + "</p>"  # expect: xss
    mail.send(message)
    mail.send(Message(subject="Reminder", html="<p>" + note + "</p>"))  # expect: xss
    HtmlContent("<p>" + note + "</p>")  # expect: xss
    Content("text/plain", note)  # ok: xss
    Content("text/html", note)  # expect: xss
    return "sent"


@app.route("/report", methods=["POST"])
def report():
    text = request.form["text"]
    parts = MIMEMultipart("alternative")
    parts["Subject"] = "Report"
    parts.attach(MIMEText(text, "plain"))  # ok: xss
    parts.attach(MIMEText("<b>" + text + "</b>", "html"))  # expect: xss
    letter = EmailMessage()
    letter.set_content(text)  # ok: xss
    letter.add_alternative("<b>" + text + "</b>", subtype="html")  # expect: xss
    with smtplib.SMTP("mail.internal") as server:
        server.sendmail("a@example.com", ["b@example.com"], parts.as_string())  # ok: header-injection
        server.sendmail("a@example.com", ["b@example.com"], "Subject: " + text + "\n\nHello")  # expect: header-injection
    return "sent"
