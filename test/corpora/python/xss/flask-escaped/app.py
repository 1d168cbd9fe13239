from flask import Flask, render_template, request

app = Flask(__name__)  # ok: xss
app.jinja_options["autoescape"] = True


@app.route("/notes")
def notes():
    return render_template("notes.jinja", title=request.args["title"])


@app.route("/mail")
def mail():
    return render_template("mail.txt", title=request.args["title"])
