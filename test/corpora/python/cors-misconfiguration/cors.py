from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import Flask, request
from flask_cors import CORS

api = FastAPI()
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # expect: cors-misconfiguration
api.add_middleware(CORSMiddleware, allow_origins=["https://a.example.com"], allow_credentials=True)  # ok: cors-misconfiguration
app = Flask(__name__)
CORS(app, origins="*", supports_credentials=True)  # expect: cors-misconfiguration
CORS(app, origins=["https://a.example.com"], supports_credentials=True)  # ok: cors-misconfiguration


