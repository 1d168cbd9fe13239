from flask import Flask, render_template, request

app = Flask(__name__)


@app.route("/shop")
def shop():
    return render_template("shop.html", query=request.args["q"], page=request.args.get("page", type=int))


@app.route("/board")
def board():
    return render_template("board.html", query=request.args["q"])
