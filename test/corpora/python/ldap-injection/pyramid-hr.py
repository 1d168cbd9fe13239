from pyramid.config import Configurator
from pyramid.httpexceptions import HTTPFound, HTTPNotFound
from pyramid.renderers import render_to_response
from pyramid.response import FileResponse, Response
from pyramid.view import view_config, view_defaults
from sqlalchemy import Column, Integer, String, create_engine, func, literal_column, or_, text
from sqlalchemy.orm import DeclarativeBase, Session, sessionmaker
import ldap
import ldap.filter
import os


class Base(DeclarativeBase):
    pass


class Employee(Base):
    __tablename__ = "employee"
    id = Column(Integer, primary_key=True)
    name = Column(String)
    role = Column(String)


SORTABLE = {"name": Employee.name, "id": Employee.id}


@view_defaults(route_name="employees", renderer="json")
class EmployeeViews:
    def __init__(self, request):
        self.request = request
        self.db: Session = request.dbsession

    @view_config(request_method="GET")
    def index(self):
        q = self.request.params.get("q", "")
        base = self.db.query(Employee)
        a = base.filter(Employee.name.ilike(f"%{q}%")).all()  # ok: sql-injection
        b = base.filter(text("name ILIKE '%" + q + "%'")).all()  # expect: sql-injection
        c = base.order_by(SORTABLE.get(self.request.params.get("sort"), Employee.id)).all()  # ok: sql-injection
        d = base.order_by(text(self.request.params.get("sort", "id"))).all()  # expect: sql-injection
        e = base.filter_by(name=q).all()  # ok: sql-injection
        f = self.db.query(literal_column(self.request.GET["col"])).all()  # expect: sql-injection
        return {"n": len(a) + len(b) + len(c) + len(d) + len(e) + len(f)}

    @view_config(request_method="POST")
    def create(self):
        emp = Employee(**self.request.json_body)  # expect: mass-assignment
        ok = Employee(name=self.request.json_body["name"])  # ok: mass-assignment
        for k, v in self.request.json_body.items():
            setattr(ok, k, v)  # expect: mass-assignment
        self.db.add_all([emp, ok])
        return {"id": emp.id}


@view_config(route_name="photo")
def photo(request):
    name = request.matchdict["name"]
    path = os.path.abspath(os.path.join("/srv/photos", name))
    if os.path.commonpath(["/srv/photos", path]) != "/srv/photos":
        raise HTTPNotFound()
    return FileResponse(path, request=request)  # ok: path-traversal


@view_config(route_name="photo2")
def photo2(request):
    return FileResponse(os.path.join("/srv/photos", request.matchdict["name"]), request=request)  # expect: path-traversal


@view_config(route_name="dir")
def directory(request):
    conn = ldap.initialize("ldaps://dir")
    user = request.POST["user"]
    conn.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + user + ")")  # expect: ldap-injection
    conn.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=%s)" % ldap.filter.escape_filter_chars(user))  # ok: ldap-injection
    conn.search_s("dc=x", ldap.SCOPE_SUBTREE, ldap.filter.filter_format("(uid=%s)", [user]))  # ok: ldap-injection
    return Response("<p>%s</p>" % user)  # expect: xss


@view_config(route_name="out")
def out(request):
    if request.params.get("to", "").startswith("https://hr.example.org/"):
        return HTTPFound(location=request.params["to"])  # ok: open-redirect
    return HTTPFound(location=request.params.get("else"))  # expect: open-redirect


@view_config(route_name="hook", require_csrf=False)  # expect: csrf-disabled
def hook(request):
    return render_to_response("hook.mako", {"x": request.body}, request=request)
