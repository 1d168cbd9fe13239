from flask import Flask, render_template, request

app = Flask(__name__)  # expect: xss


@app.route("/search")
def search():
    query = request.args.get("q", "")
    return render_template("search.html", query=query, results=["a"], message="No results for " + query, page=int(request.args["page"]))


@app.route("/notes")
def notes():
    return render_template("notes.jinja", title=request.args["title"], safe="fixed")


@app.route("/profile")
def profile():
    context = {"name": request.args["name"], "items": [request.args["item"]], "link": request.args["link"]}
    return render_template("profile.html", **context)
