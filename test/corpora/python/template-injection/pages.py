import jinja2
from flask import Flask, render_template, render_template_string, request
from mako.template import Template as MakoTemplate

app = Flask(__name__)
LAYOUT = "<h1>Hello {{ name }}</h1>"


@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    return render_template_string("<h1>Hello " + name + "</h1>")  # expect: template-injection


@app.route("/hello/safe")
def hello_safe():
    name = request.args.get("name", "you")
    return render_template_string(LAYOUT, name=name)  # ok: template-injection


@app.route("/page")
def page():
    return render_template("page.html", title=request.args.get("title"))  # ok: template-injection


@app.route("/preview", methods=["POST"])
def preview():
    source = request.form["source"]
    template = jinja2.Template(source)  # expect: template-injection
    return template.render(user="preview")


@app.route("/mail", methods=["POST"])
def mail():
    env = jinja2.Environment(autoescape=True)
    body = env.from_string("Dear {{ who }}").render(who=request.form["who"])  # ok: template-injection
    subject = MakoTemplate("Re: " + request.form["subject"]).render()  # expect: template-injection
    return {"body": body, "subject": subject}


@app.errorhandler(404)
def not_found(error):
    return render_template_string("Not found: %s" % request.path), 404  # expect: template-injection
