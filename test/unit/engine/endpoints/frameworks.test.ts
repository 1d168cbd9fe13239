import assert from 'node:assert/strict';
import type { FoundEndpoint } from '../../../../src/engine/endpoints/endpoint.ts';
import { newAnalyzer } from '../../../support/engine.ts';

/** A small program, and what its inventory says: `GET /users REQUIRED`; `?` where the path is not known. */
interface Sample {
  readonly framework: string;
  readonly files: Readonly<Record<string, string>>;
  readonly endpoints: readonly string[];
}

const samples: readonly Sample[] = [
  {
    framework: 'Koa: prefixes of routers, nested routers, named routes',
    files: {
      'app.js': `const Koa = require('koa');
const Router = require('@koa/router');
const app = new Koa();
const outer = new Router({ prefix: '/api' });
const inner = new Router();
const placed = new Router({ prefix: process.env.BASE });
inner.get('/a', requireUser, async (ctx) => { ctx.body = 1; });
inner.get('named', '/b/:id', async (ctx) => { ctx.body = 1; });
outer.use('/in', inner.routes(), inner.allowedMethods());
outer.del('/c', async (ctx) => { ctx.body = 1; });
placed.get('/d', async (ctx) => { ctx.body = 1; });
cache.get('key', async () => 1);
app.use(outer.routes());
`,
    },
    endpoints: ['DELETE /api/c NONE', 'GET /api/in/a UNKNOWN', 'GET /api/in/b/:id NONE', 'GET ? NONE'],
  },
  {
    framework: 'Express: chained routes and lists of paths',
    files: {
      'app.js': `const router = require('express').Router();
const gate = (req, res, next) => { if (!req.user) return res.sendStatus(401); next(); };
router.route('/a').get((req, res) => res.end()).post(gate, (req, res) => res.end());
router.get(['/b', '/c'], (req, res) => res.end());
module.exports = router;
`,
    },
    endpoints: ['GET /a NONE', 'GET /b NONE', 'GET /c NONE', 'POST /a REQUIRED'],
  },
  {
    framework: 'Fastify: options, plugins with prefixes',
    files: {
      'app.js': `const fastify = require('fastify')();
fastify.route({ method: ['GET', 'HEAD'], url: '/a', handler(request, reply) { return 1; } });
fastify.get('/b', { preHandler: requireUser }, async () => 1);
fastify.register(require('./plugin'), { prefix: '/p' });
fastify.register(async function (fastify) { fastify.get('/c', async () => 1); }, { prefix: '/in' });
fastify.register(async (fastify) => { fastify.get('/d', async () => 1); }, { prefix: process.env.BASE });
`,
      'plugin.js': `module.exports = async function (fastify) { fastify.get('/e', async () => 1); };
`,
    },
    endpoints: ['GET /b UNKNOWN', 'GET /in/c NONE', 'GET /p/e NONE', 'GET ? NONE', 'GET|HEAD /a NONE'],
  },
  {
    framework: 'hapi: lists of routes, handlers among the options',
    files: {
      'app.js': `const server = require('@hapi/hapi').server({});
server.route({ method: 'PUT', path: '/a/{id}', options: { auth: 'jwt', handler: async (request) => 1 } });
server.route([{ method: '*', path: '/b', options: { auth: false }, handler: (request) => 1 }]);
server.route({ method: 'GET', path: base + '/c', handler: (request) => 1 });
`,
    },
    endpoints: ['* /b NONE', 'PUT /a/{id} UNKNOWN'],
  },
  {
    framework: 'Hono',
    files: {
      'app.ts': `import { Hono } from 'hono';
const app = new Hono().basePath('/v1');
const users = new Hono();
users.get('/:id', (c) => c.text(''));
app.route('/users', users);
`,
    },
    endpoints: ['GET /v1/users/:id NONE'],
  },
  {
    framework: 'Next.js',
    files: {
      'src/app/(shop)/users/[id]/route.ts': `export async function GET(request) { return new Response('1'); }
export const POST = requireUser(async (request) => new Response('2'));
export const dynamic = 'force-dynamic';
function DELETE() { return new Response('3'); }
`,
      'pages/api/posts/[...slug].ts': `export default function handler(req, res) { res.end(); }
`,
      'app/page.tsx': `export default function Page() { return null; }
`,
    },
    endpoints: ['* /api/posts/[...slug] NONE', 'GET /users/[id] NONE', 'POST /users/[id] UNKNOWN'],
  },
  {
    framework: 'SvelteKit',
    files: {
      'src/routes/(own)/api/[id]/+server.ts': `export async function GET({ params }) { return new Response('1'); }
export const fallback = async () => new Response('');
`,
      'src/routes/login/+page.server.ts': `export const load = async () => ({});
export const actions = { register: async ({ request }) => {} };
`,
      'src/routes/login/helpers.ts': `export const GET = () => 1;
`,
    },
    endpoints: ['* /api/[id] NONE', 'GET /api/[id] NONE', 'GET /login NONE', 'POST /login NONE'],
  },
  {
    framework: 'Remix',
    files: {
      'app/routes/_shop.users.$id.tsx': `import { json } from '@remix-run/node';
export async function loader({ params }) { return json(1); }
export default function Page() { return null; }
`,
      'app/routes/_index.tsx': `import { json } from '@remix-run/node';
export const action = async ({ request }) => json(1);
`,
      'app/routes/other.tsx': `export const loader = async () => 1;
`,
    },
    endpoints: ['GET /users/:id NONE', 'POST|PUT|PATCH|DELETE / NONE'],
  },
  {
    framework: 'Astro',
    files: {
      'src/pages/feed/[id].json.ts': `export const GET = async ({ params }) => new Response('1');
export async function ALL() { return new Response(''); }
`,
    },
    endpoints: ['* /feed/[id].json NONE', 'GET /feed/[id].json NONE'],
  },
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
      'small.py': `from bottle import route
@route('/c/<id>', method=['PUT', 'DELETE'])
def c(id):
    return ''
`,
    },
    endpoints: ['GET /a NONE', 'POST /b NONE', 'PUT|DELETE /c/<id> NONE'],
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
  {
    framework: 'Jakarta REST: below the path of the application',
    files: {
      'App.java': `import jakarta.ws.rs.*;
@ApplicationPath("/api")
public class App extends jakarta.ws.rs.core.Application {}
`,
      'Users.java': `import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.*;
@Path("users")
public class Users {
  @GET public String all() { return ""; }
  @DELETE @Path("{id}") @RolesAllowed("editor") public String drop() { return ""; }
}
`,
    },
    endpoints: ['DELETE /api/users/{id} REQUIRED', 'GET /api/users NONE'],
  },
  {
    framework: 'Jakarta REST with two applications',
    files: {
      'Apps.java': `import jakarta.ws.rs.*;
@ApplicationPath("/v1") class First {}
@ApplicationPath("/v2") class Second {}
`,
      'Users.java': `import jakarta.ws.rs.*;
@Path("users")
public class Users {
  @GET public String all() { return ""; }
}
`,
    },
    endpoints: ['GET ? NONE'],
  },
  {
    framework: 'servlets',
    files: {
      'A.java': `import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
@WebServlet(urlPatterns = {"/a", "/b/*"})
public class A extends HttpServlet {
  protected void doGet(HttpServletRequest req, HttpServletResponse res) { }
}
`,
      'C.java': `import javax.servlet.http.*;
public class C extends HttpServlet {
  public void doPost(HttpServletRequest req, HttpServletResponse res) { }
}
`,
    },
    endpoints: ['GET /a NONE', 'GET /b/* NONE', 'POST ? NONE'],
  },
  {
    framework: 'Micronaut',
    files: {
      'H.java': `import io.micronaut.http.annotation.*;
import io.micronaut.security.annotation.Secured;
import io.micronaut.security.rules.SecurityRule;
@Controller("/hello")
public class H {
  @Get public String root() { return ""; }
  @Secured("isAuthenticated()") @Post(uri = "/own") public String own() { return ""; }
  @Secured(SecurityRule.IS_ANONYMOUS) @Delete("/{id}") public String drop(String id) { return ""; }
}
`,
    },
    endpoints: ['DELETE /hello/{id} UNKNOWN', 'GET /hello NONE', 'POST /hello/own REQUIRED'],
  },
  {
    framework: 'Spring: several paths',
    files: {
      'U.java': `import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping(path = {"/a", "/b"})
class U {
  @GetMapping({"/x", "/y"}) public String x() { return ""; }
}
`,
    },
    endpoints: ['GET /a/x NONE', 'GET /a/y NONE', 'GET /b/x NONE', 'GET /b/y NONE'],
  },
];

const inShort = ({ methods, path, authentication }: FoundEndpoint): string =>
  [methods.join('|') || '*', path || '?', authentication].join(' ');

describe('the inventory of endpoints, by framework', () => {
  for (const { framework, files, endpoints } of samples)
    it(`knows ${framework}`, async () => {
      const found: FoundEndpoint[] = [];
      const analyzer = await newAnalyzer();
      const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
      await analyzer.analyse({ files: sources, fileCount: sources.length }, (event) => {
        if (event.type === 'endpoints') found.push(...event.endpoints);
      });
      assert.deepEqual(found.map(inShort).toSorted(), endpoints);
    });
});
