import ldap
import ldap3
from flask import Flask, request
from ldap.filter import escape_filter_chars, filter_format
from ldap3.utils.conv import escape_filter_chars as esc3

app = Flask(__name__)


@app.route("/a")
def a():
    user = request.args["user"]
    conn = ldap.initialize("ldap://dir")
    conn.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + user + ")")  # expect: ldap-injection
    conn.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=%s)" % escape_filter_chars(user))  # ok: ldap-injection
    conn.search_s("dc=x", ldap.SCOPE_SUBTREE, filter_format("(uid=%s)", [user]))  # ok: ldap-injection
    server = ldap3.Server("dir")
    c3 = ldap3.Connection(server)
    c3.search("dc=x", f"(uid={user})")  # expect: ldap-injection
    c3.search("dc=x", f"(uid={esc3(user)})")  # ok: ldap-injection
    c3.search(search_base="ou=%s,dc=x" % user, search_filter="(objectClass=*)")  # expect: ldap-injection
    return "ok"
