import gzip
import tarfile
import zipfile
from io import BytesIO

from django.core.files import File
from django.http import HttpResponse
from flask import Flask, request
from PIL import Image

app = Flask(__name__)


def import_files(request):
    for upload in request.FILES.getlist("files"):
        print(zipfile.ZipFile(upload).namelist())  # ok: path-traversal
    book = request.FILES["book"]
    print(zipfile.ZipFile(BytesIO(book.read())).namelist())  # ok: path-traversal
    with gzip.open(book) as pages:  # ok: path-traversal
        Image.open(pages)  # ok: path-traversal
    cover = File(BytesIO(book.read()), name=request.POST["name"])  # ok: path-traversal
    Image.open(cover)  # ok: path-traversal
    gzip.open("/srv/books/" + request.POST["name"])  # expect: path-traversal
    zipfile.ZipFile("/srv/books/" + request.POST["name"])  # expect: path-traversal
    return HttpResponse("")


@app.route("/backups", methods=["POST"])
def backups():
    for upload in request.files.getlist("backups"):
        print(zipfile.ZipFile(upload).namelist())  # ok: path-traversal
    for upload in request.files.values():
        print(tarfile.open(fileobj=upload).getnames())  # ok: path-traversal
    print(zipfile.ZipFile(request.files["backup"].stream).namelist())  # ok: path-traversal
    print(tarfile.open("/srv/backups/" + request.form["name"]).getnames())  # expect: path-traversal
    return ""
