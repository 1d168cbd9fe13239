from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import Flask, request
from flask_cors import CORS

api = FastAPI()
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # expect: cors-misconfiguration
public = FastAPI()
public.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET"])  # ok: cors-misconfiguration
named = FastAPI()
named.add_middleware(CORSMiddleware, allow_origins=["https://app.example.org"], allow_credentials=True)  # ok: cors-misconfiguration

app = Flask(__name__)
CORS(app, supports_credentials=True)  # expect: cors-misconfiguration
CORS(app, origins=["https://app.example.org"], supports_credentials=True)  # ok: cors-misconfiguration
CORS(app)  # ok: cors-misconfiguration


@app.route("/data")
def data():
    response = app.make_response("{}")
    response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]  # expect: cors-misconfiguration
    return response
