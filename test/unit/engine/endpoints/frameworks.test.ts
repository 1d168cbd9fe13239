import { type Sample, testEndpoints } from '../../../support/endpoint-samples.ts';

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

describe('the inventory of endpoints, by framework', () => testEndpoints(samples));
