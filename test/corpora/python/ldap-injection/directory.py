import ldap
import ldap.filter
from flask import Flask, request
from ldap3 import Connection, Server
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)
BASE = "ou=people,dc=example,dc=org"


@app.route("/find")
def find():
    connection = ldap.initialize("ldap://directory")
    name = request.args["name"]
    found = connection.search_s(BASE, ldap.SCOPE_SUBTREE, "(uid=" + name + ")")  # expect: ldap-injection
    escaped = ldap.filter.escape_filter_chars(name)
    again = connection.search_s(BASE, ldap.SCOPE_SUBTREE, "(uid=%s)" % escaped)  # ok: ldap-injection
    return {"n": len(found) + len(again)}


@app.route("/login", methods=["POST"])
def login():
    server = Server("directory")
    connection = Connection(server)
    user = request.form["user"]
    connection.search(BASE, f"(&(uid={user})(active=TRUE))")  # expect: ldap-injection
    connection.search(BASE, "(uid={})".format(escape_filter_chars(user)), attributes=["cn"])  # ok: ldap-injection
    connection.search(search_base="ou=" + request.form["unit"] + ",dc=org", search_filter="(cn=*)")  # expect: ldap-injection
    return {"n": len(connection.entries)}
