"""A page for a few tools, made with Gradio: what its components hold is sent by whoever reaches the server."""
import shlex
import subprocess

import gradio as gr

FORMATS = {"mp3": "libmp3lame", "ogg": "libvorbis"}


def convert(name, kind):
    subprocess.run(f"ffmpeg -i {name} out.{kind}", shell=True)  # expect: command-injection
    return "done"


def convert_listed(name, kind):
    codec = FORMATS[kind] if kind in FORMATS else "copy"
    subprocess.run(f"ffmpeg -i input -c:a {codec} out", shell=True)  # ok: command-injection
    return "done"


def trim(name, seconds):
    subprocess.run(["ffmpeg", "-i", name, "-t", str(float(seconds)), "out.mp3"])  # ok: command-injection
    return "done"


def answer(message, history):
    return subprocess.getoutput("assistant --ask " + message)  # expect: command-injection


def answer_quoted(message, history):
    return subprocess.getoutput("assistant --ask " + shlex.quote(message))  # ok: command-injection


def log_it(text):
    subprocess.run("logger " + text, shell=True)  # expect: command-injection


def restart(text):
    subprocess.run("service player restart", shell=True)  # ok: command-injection


def who(request: gr.Request):
    subprocess.run("logger " + request.headers["user-agent"], shell=True)  # expect: command-injection


def helper(text):
    # Nothing calls it with what a component holds.
    subprocess.run(text.split())


simple = gr.Interface(fn=convert, inputs=["text", "text"], outputs="text")
listed = gr.Interface(convert_listed, ["text", "text"], "text")
chat = gr.ChatInterface(answer)
quoted = gr.ChatInterface(fn=answer_quoted)

with gr.Blocks() as demo:
    name = gr.Textbox(label="File")
    seconds = gr.Slider(1, 60)
    result = gr.Textbox()
    go = gr.Button("Trim")
    go.click(trim, inputs=[name, seconds], outputs=result).then(fn=log_it, inputs=name)
    name.submit(restart, name, result)
    demo.load(who)

demo.launch()
