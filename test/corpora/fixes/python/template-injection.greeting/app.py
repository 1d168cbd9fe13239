from flask import Flask, render_template_string, request

app = Flask(__name__)


@app.route("/")
def greet():
    name = request.args["name"]
    return render_template_string(f"<p>Hello {name}</p>")
