import { type Sample, testEndpoints } from '../../../support/endpoint-samples.ts';

const samples: readonly Sample[] = [
  {
    framework: 'Flask and Bottle: several paths, methods',
    files: {
      'shop.py': `from flask import Flask
app = Flask(__name__)
@app.route('/a')
@app.route('/b', methods=['POST'])
def a():
    return ''
`,
      'parts.py': `from flask import Blueprint, Flask
part = Blueprint('part', __name__, url_prefix='/old')
@part.route('/d')
def d():
    return ''
app = Flask(__name__)
app.register_blueprint(part, url_prefix='/new')
`,
      'small.py': `from bottle import route
@route('/c/<id>', method=['PUT', 'DELETE'])
def c(id):
    return ''
`,
    },
    endpoints: ['GET /a NONE', 'GET /new/d NONE', 'POST /b NONE', 'PUT|DELETE /c/<id> NONE'],
  },
  {
    framework: 'FastAPI: prefixes of the including module, constant and not',
    files: {
      'main.py': `from fastapi import APIRouter, FastAPI
from app.settings import settings
from app import orders
app = FastAPI()
own = APIRouter(prefix='/own')
@own.get('/a')
def a():
    return 1
app.include_router(own, prefix='/api')
app.include_router(orders.router, prefix=settings.API)
`,
      'app/orders.py': `from fastapi import APIRouter
router = APIRouter(prefix='/orders')
@router.get('/b')
def b():
    return 1
`,
    },
    endpoints: ['GET /api/own/a NONE', 'GET ? NONE'],
  },
  {
    framework: 'Starlette',
    files: {
      'app.py': `import os
from starlette.authentication import requires
from starlette.endpoints import HTTPEndpoint
from starlette.routing import Mount, Route
async def home(request):
    return 1
@requires('authenticated')
async def own(request):
    return 1
class Users(HTTPEndpoint):
    async def get(self, request):
        return 1
async def late(request):
    return 1
routes = [
    Route('/', home),
    Route('/own', endpoint=own, methods=['POST', 'PUT']),
    Mount('/api', routes=[Route('/users/{id:int}', Users)]),
    Mount(os.environ['BASE'], routes=[Route('/late', late)]),
]
`,
    },
    endpoints: ['GET / NONE', 'GET /api/users/{id:int} NONE', 'GET ? NONE', 'POST|PUT /own REQUIRED'],
  },
  {
    framework: 'aiohttp',
    files: {
      'app.py': `from aiohttp import web
routes = web.RouteTableDef()
@routes.get('/a')
async def a(request):
    return 1
class V(web.View):
    async def get(self):
        return 1
async def b(request):
    return 1
async def c(request):
    return 1
app = web.Application()
app.router.add_route('POST', '/b', b)
app.router.add_route('*', '/every', b)
app.add_routes([web.put('/c', c), web.view('/v', V)])
`,
    },
    endpoints: ['* /every NONE', 'GET /a NONE', 'GET /v NONE', 'POST /b NONE', 'PUT /c NONE'],
  },
  {
    framework: 'Tornado',
    files: {
      'app.py': `import tornado.web
class Main(tornado.web.RequestHandler):
    def get(self):
        self.write('')
class Own(tornado.web.RequestHandler):
    @tornado.web.authenticated
    def post(self, id):
        self.write('')
class Unserved(tornado.web.RequestHandler):
    def get(self):
        self.write('')
app = tornado.web.Application([(r"/", Main), (r"^/own/([0-9]+)$", Own)])
pairs = [("/no/route", 1)]
`,
    },
    endpoints: ['GET / NONE', 'GET ? NONE', 'POST /own/([0-9]+) REQUIRED'],
  },
  {
    framework: 'Sanic',
    files: {
      'app.py': `from sanic import Blueprint, Sanic
from sanic.views import HTTPMethodView
app = Sanic('x')
part = Blueprint('b', url_prefix='/part')
@part.route('/b', methods=['POST'])
async def b(request):
    return 1
class V(HTTPMethodView):
    async def get(self, request):
        return 1
async def h(request):
    return 1
app.add_route(V.as_view(), '/v')
app.add_route(h, '/h', methods=['PUT'])
`,
    },
    endpoints: ['GET /v NONE', 'POST /part/b NONE', 'PUT /h NONE'],
  },
  {
    framework: 'Litestar: controllers, routers, guards',
    files: {
      'app.py': `from litestar import Controller, Router, get, post
from litestar.exceptions import NotAuthorizedException
def known(connection, handler):
    if not connection.user.id:
        raise NotAuthorizedException()
def anyone(connection, handler):
    return None
@get(['/p', '/q'], guards=[anyone])
async def pq() -> int:
    return 1
@get(path='/n', guards=[known])
async def n() -> int:
    return 1
@get()
async def root() -> int:
    return 1
class Users(Controller):
    path = '/users'
    @post('/{id:int}')
    async def put(self, id: int) -> int:
        return 1
class Late(Controller):
    path = BASE
    @get('/late')
    async def late(self) -> int:
        return 1
router = Router(path='/r', route_handlers=[Users])
`,
    },
    endpoints: [
      'GET / NONE',
      'GET /n REQUIRED',
      'GET /p NONE',
      'GET /q NONE',
      'GET ? NONE',
      'POST /r/users/{id:int} NONE',
    ],
  },
];

describe('the inventory of endpoints, by framework of Python', () => testEndpoints(samples));
