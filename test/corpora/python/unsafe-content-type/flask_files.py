import mimetypes

from flask import Flask, Response, request, send_file
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
db = SQLAlchemy(app)

SHOWN = {"image/png", "image/jpeg"}


class Attachment(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    path = db.Column(db.String)
    content_type = db.Column(db.String)


@app.route("/attachments", methods=["POST"])
def add():
    file = request.files["file"]
    db.session.add(Attachment(path="uploads/1", content_type=file.content_type))
    db.session.commit()
    return {"ok": True}


@app.route("/attachments/<int:key>")
def show(key):
    attachment = Attachment.query.get(key)
    with open("uploads/1", "rb") as file:
        return Response(file.read(), mimetype=attachment.content_type)  # expect: unsafe-content-type


@app.route("/attachments/<int:key>/file")
def show_file(key):
    attachment = Attachment.query.get(key)
    return send_file("uploads/1", mimetype=attachment.content_type)  # expect: unsafe-content-type


@app.route("/attachments/<int:key>/save")
def save(key):
    attachment = Attachment.query.get(key)
    return send_file("uploads/1", mimetype=attachment.content_type, as_attachment=True)  # ok: unsafe-content-type


@app.route("/attachments/<int:key>/named")
def save_named(key):
    attachment = Attachment.query.get(key)
    answer = Response(b"", mimetype=attachment.content_type)  # ok: unsafe-content-type
    answer.headers["Content-Disposition"] = "attachment; filename=file"
    return answer


@app.route("/attachments/<int:key>/checked")
def show_checked(key):
    attachment = Attachment.query.get(key)
    if attachment.content_type not in SHOWN:
        return "", 404
    return send_file("uploads/1", mimetype=attachment.content_type)  # ok: unsafe-content-type


@app.route("/files/<name>")
def by_ending(name):
    kind, _ = mimetypes.guess_type(name)
    return Response(b"", mimetype=kind)  # ok: unsafe-content-type


@app.route("/echo", methods=["POST"])
def echo():
    answer = Response()
    answer.data = request.get_data()  # expect: xss
    answer.headers["Content-Type"] = request.args["type"]  # expect: unsafe-content-type
    return answer
