"""Consumers of Django Channels, serializers, views of admin frameworks, sessions, web2py and events of Gradio."""
import os
import pickle

import gradio as gr
import pexpect
from channels.generic.websocket import AsyncJsonWebsocketConsumer, WebsocketConsumer
from flask.sessions import SessionInterface
from flask_appbuilder import BaseView, expose
from gluon import current
from rest_framework import serializers


class Console(WebsocketConsumer):
    def connect(self):
        os.system("join " + self.scope["url_route"]["kwargs"]["room"])  # expect: command-injection

    def receive(self, text_data=None, bytes_data=None):
        os.system("ping " + text_data)  # expect: command-injection


class Jobs(AsyncJsonWebsocketConsumer):
    async def receive_json(self, content, **kwargs):
        os.system("start " + content["job"])  # expect: command-injection
        os.system("start -n " + str(int(content["count"])))  # ok: command-injection


class Host(serializers.Serializer):
    def validate_name(self, value):
        os.system("host " + value)  # expect: command-injection
        return value

    def create(self, validated_data):
        os.system("host " + validated_data["name"])  # expect: command-injection


class Tools(BaseView):
    @expose("/ping/<string:host>")
    def ping(self, host):
        os.system("ping " + host)  # expect: command-injection

    @expose("/count/<int:times>")
    def count(self, times):
        os.system(f"ping -c {times} localhost")  # ok: command-injection


class Sessions(SessionInterface):
    def open_session(self, app, request):
        return pickle.loads(request.cookies.get("session"))  # expect: unsafe-deserialization


def index():
    os.system("ping " + current.request.vars.host)  # expect: command-injection


def trace(host):
    os.system("traceroute " + host)  # expect: command-injection


def shell(line):
    pexpect.spawn("/bin/bash", ["-c", line])  # expect: command-injection
    pexpect.spawn("/bin/ls", ["--", line])  # ok: command-injection


with gr.Blocks() as page:
    box = gr.Textbox()
    gr.Timer(5).tick(trace, box)
    box.submit(shell, box).failure(trace, box)

    @gr.render(inputs=box)
    def pages(host):
        os.system("ping " + host)  # expect: command-injection
