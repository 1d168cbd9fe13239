import assert from 'node:assert/strict';
import type { FoundEndpoint } from '../../../../src/engine/endpoints/endpoint.ts';
import { newAnalyzer } from '../../../support/engine.ts';

async function endpointsOf(files: Readonly<Record<string, string>>): Promise<readonly FoundEndpoint[]> {
  const found: FoundEndpoint[] = [];
  const analyzer = await newAnalyzer();
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  await analyzer.analyse({ files: sources, fileCount: sources.length }, (event) => {
    if (event.type === 'endpoints') found.push(...event.endpoints);
  });
  return found;
}

/** `GET /users REQUIRED requireUser:code` */
const inShort = ({ methods, path, authentication, guards }: FoundEndpoint): string =>
  [
    methods.join('|') || '*',
    path,
    authentication,
    ...guards.map((one) => `${one.guard}:${one.shownBy}`),
  ].join(' ');

const shortOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await endpointsOf(files)).map(inShort);

describe('the inventory of endpoints', () => {
  const app = `const express = require('express');
const app = express();
`;

  it('tells texts of hostile code without characters that control or turn what is read', async () => {
    const text = `${app}/** Lists \u202e orders \u0007 */
function list(req, res) { res.end(); }
app.get('/a\\u0000b\\u202e\\u001b[31m', list);
`;
    const [found] = await endpointsOf({ 'app.js': text });
    assert.equal(found?.path, '/a\ufffdb\ufffd\ufffd[31m');
    assert.equal(found?.description, 'Lists \ufffd orders \ufffd');
  });

  it('follows mounts within mounts in bounded time, in whatever order their files are read', async () => {
    const levels = 7;
    const mounts = Array.from({ length: 60 }, (_, i) => `r.use('/a${i}', inner);`).join('\n');
    // The innermost router is in the first file.
    const files = Array.from({ length: levels }, (_, level) => {
      const inner = level === 0 ? '' : `const inner = require('./r${level - 1}');\n${mounts}\n`;
      const router = level === levels - 1 ? `require('express')()` : `require('express').Router()`;
      return [
        `r${level}.js`,
        `const r = ${router};\n${inner}r.get('/x', (q, s) => s.end());\nmodule.exports = r;\n`,
      ] as const;
    });
    const found = await endpointsOf(Object.fromEntries(files));
    assert.equal(found.filter(({ file }) => file === 'r0.js').length, 8);
    assert.equal(found.filter(({ file }) => file === `r${levels - 1}.js`).length, 1);
  });

  it('believes a guard for its code, and not for its name', async () => {
    const text = `${app}const gate = (req, res, next) => { if (!req.user) return res.sendStatus(401); next(); };
const requireAuth = (req, res, next) => next();
app.get('/a', gate, (req, res) => res.end());
app.get('/b', requireAuth, (req, res) => res.end());
app.get('/c', (req, res) => res.end());
`;
    assert.deepEqual(await shortOf({ 'app.js': text }), [
      'GET /a REQUIRED gate:code',
      'GET /b UNKNOWN requireAuth:name',
      'GET /c NONE',
    ]);
  });

  it('does not take a session, which everybody has, for a known caller', async () => {
    const text = `${app}const gate = (req, res, next) => { if (!req.session) return res.sendStatus(401); next(); };
app.get('/a', gate, (req, res) => res.end());
`;
    assert.deepEqual(await shortOf({ 'app.js': text }), ['GET /a NONE']);
  });

  it('believes guards of libraries by the import, in whatever spelling', async () => {
    const text = `${app}const pass = require('passport');
const passport = { authenticate: () => (req, res, next) => next() };
app.get('/a', pass.authenticate('jwt'), (req, res) => res.end());
app.get('/b', passport.authenticate('jwt'), (req, res) => res.end());
`;
    const [real, own] = await endpointsOf({ 'app.js': text });
    assert.equal(real?.authentication, 'REQUIRED');
    assert.equal(own?.authentication, 'UNKNOWN');
  });

  it('joins prefixes of routers, of the same module and of others', async () => {
    const files = {
      'app.js': `${app}const api = express.Router();
api.get('/here', (req, res) => res.end());
app.use('/api', api);
app.use('/v2', require('./users'));
`,
      'users.js': `const router = require('express').Router();
router.get('/users/:id', (req, res) => res.end(req.query.name));
module.exports = router;
`,
    };
    const found = await endpointsOf(files);
    assert.deepEqual(
      found.map(({ path }) => path),
      ['/api/here', '/v2/users/:id'],
    );
    assert.deepEqual(found[1]?.parameters, [
      { name: 'id', in: 'path' },
      { name: 'name', in: 'query' },
    ]);
  });

  it('knows NestJS', async () => {
    const text = `import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
@Controller('users')
export class UserController {
  /** Shows one user. */
  @Get(':id')
  @UseGuards(AuthGuard('jwt'))
  show(@Param('id') id: string) { return id; }
}
`;
    const [one] = await endpointsOf({ 'user.controller.ts': text });
    assert.deepEqual(
      [one?.path, one?.handler, one?.description, one?.authentication],
      ['/users/:id', 'UserController.show', 'Shows one user.', 'REQUIRED'],
    );
  });

  it('knows Django: class-based views at the paths that list them', async () => {
    const files = {
      'shop/urls.py': `from django.urls import path
from . import views
urlpatterns = [path('orders/<int:id>/', views.OrderView.as_view()), path('open', views.open_page)]
`,
      'shop/views.py': `from django.contrib.auth.mixins import LoginRequiredMixin
from django.views import View

class OrderView(LoginRequiredMixin, View):
    def get(self, request, id):
        """Shows an order.

        And more.
        """
        return 1
    def post(self, request, id):
        return 2

def open_page(request):
    return 3
`,
    };
    const found = await endpointsOf(files);
    assert.deepEqual(found.map(inShort), [
      'GET /orders/<int:id>/ REQUIRED LoginRequiredMixin:library',
      'POST /orders/<int:id>/ REQUIRED LoginRequiredMixin:library',
      '* /open NONE',
    ]);
    assert.equal(found[0]?.description, 'Shows an order.');
  });

  it('knows the view sets that routers of Django REST framework serve', async () => {
    const files = {
      'shop/urls.py': `from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter
from shop import api, views
from shop.api import TagViewSet

router = DefaultRouter()
router.register(r'orders', api.OrderViewSet, basename='order')
router.register('tags', TagViewSet)
urlpatterns = [
    path('api/', include(router.urls)),
    re_path(r'^years/(?P<year>[0-9]{4})/$', views.year),
    path('', views.home),
]
`,
      'shop/views.py': `def year(request, year):
    return 1

def home(request):
    return 2
`,
      'shop/api.py': `from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny, IsAuthenticated

class OrderViewSet(viewsets.ReadOnlyModelViewSet):
    permission_classes = [IsAuthenticated]

    def list(self, request):
        """All orders."""
        return 1

    @action(detail=True, methods=['post'], url_path='pay-now')
    def pay(self, request, pk=None):
        return 2

    @action(detail=False, permission_classes=[AllowAny])
    def count(self, request):
        return 3

class TagViewSet(mixins.CreateModelMixin, viewsets.GenericViewSet):
    pass

class Unserved(viewsets.ModelViewSet):
    pass
`,
    };
    const found = await endpointsOf(files);
    assert.deepEqual(found.map(inShort).toSorted(), [
      '* / NONE',
      '* /years/<year>/ NONE',
      'GET /api/orders/ REQUIRED IsAuthenticated:library',
      'GET /api/orders/<pk>/ REQUIRED IsAuthenticated:library',
      'GET /api/orders/count/ NONE',
      'POST /api/orders/<pk>/pay-now/ REQUIRED IsAuthenticated:library',
      'POST /api/tags/ NONE',
    ]);
    const all = found.find(({ path, methods }) => path === '/api/orders/' && methods[0] === 'GET');
    assert.deepEqual([all?.handler, all?.description], ['OrderViewSet.list', 'All orders.']);
    const settings = `REST_FRAMEWORK = {'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.IsAuthenticated']}
`;
    const guarded = await shortOf({ ...files, 'shop/settings.py': settings });
    const ofTags = 'POST /api/tags/ REQUIRED DEFAULT_PERMISSION_CLASSES (IsAuthenticated):library';
    assert.ok(guarded.includes(ofTags), guarded.join('\n'));
    assert.ok(guarded.includes('GET /api/orders/count/ NONE'));
  });

  it('does not believe permissions that a method of the view set chooses', async () => {
    const files = {
      'api.py': `from rest_framework.permissions import IsAuthenticated
from rest_framework.routers import SimpleRouter
from rest_framework.viewsets import ViewSet

class Notes(ViewSet):
    permission_classes = [IsAuthenticated]

    def get_permissions(self):
        return []

    def list(self, request):
        return 1

router = SimpleRouter()
router.register('notes', Notes)
urlpatterns = router.urls
`,
    };
    assert.deepEqual(await shortOf(files), ['GET /notes/ UNKNOWN IsAuthenticated:name']);
  });

  it('believes dependencies of FastAPI that verify the bearer token, through others', async () => {
    const files = {
      'main.py': `from typing import Annotated
import jwt
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import OAuth2PasswordBearer

app = FastAPI()
scheme = OAuth2PasswordBearer(tokenUrl='token')

def verified(token: Annotated[str, Depends(scheme)]):
    try:
        payload = jwt.decode(token, 'key', algorithms=['HS256'])
    except jwt.InvalidTokenError:
        raise HTTPException(status_code=401)
    return payload

def direct(token: str = Depends(scheme)):
    return jwt.decode(token, 'key', algorithms=['HS256'])

def active(user = Depends(verified)):
    return user

def unverified(token: str = Depends(scheme)):
    return jwt.decode(token, 'key', algorithms=['HS256'], options={'verify_signature': False})

def swallowed(token: str = Depends(scheme)):
    try:
        return jwt.decode(token, 'key', algorithms=['HS256'])
    except jwt.InvalidTokenError:
        return None

@app.get('/a')
def a(who = Depends(verified)):
    return 1

@app.get('/b')
def b(who = Depends(direct)):
    return 1

@app.get('/c')
def c(who: Annotated[dict, Depends(active)]):
    return 1

@app.get('/d')
def d(who = Depends(unverified)):
    return 1

@app.get('/e')
def e(who = Depends(swallowed)):
    return 1
`,
    };
    assert.deepEqual(await shortOf(files), [
      'GET /a REQUIRED verified:code',
      'GET /b REQUIRED direct:code',
      'GET /c REQUIRED active:code',
      'GET /d NONE',
      'GET /e NONE',
    ]);
  });

  it('knows FastAPI and Flask: routers that are included, blueprints, decorators', async () => {
    const files = {
      'main.py': `from fastapi import FastAPI
from routers import users
app = FastAPI()
app.include_router(users.router, prefix='/api')
`,
      'routers/users.py': `from fastapi import APIRouter
router = APIRouter(prefix='/users')
@router.get('/{id}', summary='Shows a user')
def show(id: int):
    return id
`,
      'flaskapp.py': `from flask import Blueprint
from flask_login import login_required
pages = Blueprint('pages', __name__, url_prefix='/pages')
@pages.route('/own')
@login_required
def own():
    return ''
`,
    };
    assert.deepEqual((await endpointsOf(files)).map(inShort).toSorted(), [
      'GET /api/users/{id} NONE',
      'GET /pages/own REQUIRED @login_required:library',
    ]);
  });

  it('knows Spring: annotations with the roles that they ask for, and what lets everybody pass', async () => {
    const text = `import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/api")
class Users {
  /** Lists users. */
  @GetMapping("/users") @PreAuthorize("hasRole('ADMIN')")
  public String list(@RequestParam("page") String page) { return page; }
  @PostMapping("/open") @PreAuthorize("permitAll()")
  public String open() { return ""; }
}
`;
    const [list, open] = await endpointsOf({ 'Users.java': text });
    assert.deepEqual(
      [list?.authentication, list?.administrators, list?.roles, list?.parameters],
      ['REQUIRED', '@PreAuthorize', ["hasRole('ADMIN')"], [{ name: 'page', in: 'query' }]],
    );
    assert.notEqual(open?.authentication, 'REQUIRED');
  });

  it('leaves out secrets that descriptions quote', async () => {
    const key = ['AKIA', 'Q3EGRIK7', 'ZW5XB4TN'].join('');
    const text = `${app}/** Signs with ${key}. */
function sign(req, res) { res.end('${key}'); }
app.get('/sign', sign);
`;
    const [one] = await endpointsOf({ 'app.js': text });
    assert.equal(one?.description.includes(key), false);
    assert.match(one?.description ?? '', /^Signs with/);
  });
});
