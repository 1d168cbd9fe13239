import assert from 'node:assert/strict';
import { assess } from '../../../../src/engine/cvss/index.ts';
import { analyse } from '../../../support/engine.ts';

type Files = Readonly<Record<string, string>>;

/** Who has to be an administrator, or send a bearer token, for the only finding of a class, with its score. */
async function asked(
  vulnClass: string,
  files: Files,
): Promise<{ readonly by: string; readonly score: number; readonly vector: string }> {
  const { findings } = await analyse(Object.entries(files).map(([path, text]) => ({ path, text })));
  const found = findings.filter((finding) => finding.vulnClass === vulnClass);
  assert.equal(found.length, 1, JSON.stringify(findings.map(({ ruleId, file }) => `${ruleId} ${file}`)));
  const [finding] = found;
  const { administrators, bearer } = finding?.entryPoint ?? {};
  const exposure = { threatModel: finding?.source?.threatModel, entryPoint: finding?.entryPoint };
  return {
    by: [administrators && `administrators: ${administrators}`, bearer && `bearer: ${bearer}`]
      .filter(Boolean)
      .join(', '),
    score: finding?.score ?? 0,
    vector: assess(vulnClass, exposure, [])?.cvss4.vector ?? '',
  };
}

const nobody = async (vulnClass: string, files: Files): Promise<void> => {
  const { by, vector } = await asked(vulnClass, files);
  assert.equal(by, '');
  assert.doesNotMatch(vector, /PR:H|AT:P/);
};
const administrators = async (vulnClass: string, files: Files, by: string): Promise<number> => {
  const found = await asked(vulnClass, files);
  assert.equal(found.by, `administrators: ${by}`);
  assert.match(found.vector, /PR:H/);
  return found.score;
};

describe('what routes ask of their callers', () => {
  const read = "res.send(require('fs').readFileSync('/srv/' + req.query.name));";
  const app = (guard: string, before = '', handler = read): Files => ({
    'app.js': `const app = require('express')();\n${before}\napp.get('/file', ${guard}(req, res) => { ${handler} });`,
  });

  describe('in JavaScript', () => {
    const gate = (condition: string): string =>
      `function gate(req, res, next) { if (${condition}) return res.sendStatus(403); next(); }`;

    it('is understood by what a function in front does, and lowers severity and score', async () => {
      const open = await asked('path-traversal', app(''));
      for (const condition of [
        '!req.user.isAdmin',
        "!req.user || req.user.role !== 'admin'",
        "!(req.session.user && req.session.user.roles.includes('administrator'))",
        "!['admin', 'superuser'].includes(req.user.role)",
        'req.user.role !== Role.ADMIN',
        'req.user?.isAdmin !== true',
      ]) {
        const score = await administrators('path-traversal', app('gate, ', gate(condition)), 'gate');
        assert.equal(open.score - score, 18, condition);
      }
    });

    it('is nothing that only names say', async () => {
      const text = 'function requireAdmin(req, res, next) { log(req.user); next(); }';
      await nobody('path-traversal', app('requireAdmin, ', text));
      await nobody(
        'path-traversal',
        app('requireAdmin, ', "const { requireAdmin } = require('./elsewhere');"),
      );
    });

    it('is nothing that a client says of itself, that users have, or that lets through all the same', async () => {
      for (const condition of [
        '!req.body.isAdmin',
        '!req.body.user.isAdmin',
        "req.headers['x-role'] !== 'admin'",
        '!req.user',
        "req.user.role !== 'user'",
        "req.user.role === 'admin'",
        "!['admin', 'user'].includes(req.user.role)",
        '!req.user.isAdmin && !req.query.debug',
        '!req.user.isNotAdmin',
      ])
        await nobody('path-traversal', app('gate, ', gate(condition)));
      await nobody(
        'path-traversal',
        app(
          'gate, ',
          'function gate(req, res, next) { if (!req.user.isAdmin) res.sendStatus(403); next(); }',
        ),
      );
      await nobody(
        'path-traversal',
        app(
          'gate, ',
          'function gate(req, res, next) { try { if (!req.user.isAdmin) throw new Error(); } catch { } next(); }',
        ),
      );
      await nobody(
        'path-traversal',
        app(
          'gate, ',
          `app.use((req, res, next) => { req.user = req.body.user; next(); });${gate('!req.user.isAdmin')}`,
        ),
      );
    });

    it('is what a function made for a role asks', async () => {
      const text = `const allow = (...roles) => (req, res, next) => {
  if (!roles.includes(req.user.role)) return next(new Error('forbidden'));
  next();
};`;
      await administrators('path-traversal', app("allow('admin'), ", text), 'allow');
      await nobody('path-traversal', app("allow('admin', 'member'), ", text));
      await nobody('path-traversal', app('allow(role), ', text));
    });

    it('is what a predicate of the project shows, and an error that goes to its handler', async () => {
      const text = `const isAdmin = (user) => user && user.role === 'admin';
const gate = async (req, res, next) => {
  try { if (!isAdmin(req.user)) throw new Error('forbidden'); next(); } catch (error) { next(error); }
};`;
      await administrators('path-traversal', app('gate, ', text), 'gate');
      await nobody('path-traversal', app('gate, ', text.replace("user.role === 'admin'", 'user.role')));
    });

    it('is found in another module, and around the router that is mounted', async () => {
      const guards =
        'exports.gate = (req, res, next) => { if (!req.user.isAdmin) return res.sendStatus(403); next(); };';
      const router = `const router = require('express').Router();
router.get('/file', (req, res) => { ${read} });
module.exports = router;`;
      const mounted = (guard: string): Files => ({
        'guards.js': guards,
        'files.js': router,
        'app.js': `const app = require('express')();
const { gate } = require('./guards');
app.use('/admin', ${guard}require('./files'));`,
      });
      await administrators(
        'path-traversal',
        { ...app('gate, ', "const { gate } = require('./guards');"), 'guards.js': guards },
        'gate',
      );
      await administrators('path-traversal', mounted('gate, '), 'gate');
      await nobody('path-traversal', mounted(''));
    });

    it('is found in a method of a class, in an instance and in what is bound to one', async () => {
      const method = (test: string): string =>
        `admin(req, res, next) { if (${test}) return res.sendStatus(403); next(); }`;
      const files = (test: string, value: string, exported: string): Files => ({
        'app.js': `const app = require('express')();
const guards = require('./guards');
app.get('/file', ${value}, (req, res) => { ${read} });`,
        'guards.js': `class Guards { ${method(test)} }\nmodule.exports = ${exported};`,
      });
      const asks = '!req.user.isAdmin';
      await administrators('path-traversal', files(asks, 'guards.admin', 'new Guards()'), 'guards.admin');
      const bound = files(asks, 'guards.admin.bind(guards)', 'new Guards()');
      await administrators('path-traversal', bound, 'guards.admin.bind');
      await nobody('path-traversal', files('!req.user', 'guards.admin', 'new Guards()'));
      const text = `class Guards { static ${method(asks)} }`;
      await administrators('path-traversal', app('Guards.admin, ', text), 'Guards.admin');
    });

    it('is nothing that is set anew before it is compared', async () => {
      const text = `const allow = (role) => (req, res, next) => {
  role = req.query.role;
  if (req.user.role !== role) return res.sendStatus(403);
  next();
};`;
      await nobody('path-traversal', app("allow('admin'), ", text));
    });

    it('is what all routes of a handler ask', async () => {
      const files = (other: string): Files => ({
        'app.js': `const app = require('express')();
${gate('!req.user.isAdmin')}
function show(req, res) { ${read} }
app.get('/admin/file', gate, show);
app.get('/file', ${other}show);`,
      });
      await administrators('path-traversal', files('gate, '), 'gate');
      await nobody('path-traversal', files(''));
    });

    it('is told of the most open of several ways', async () => {
      const { score, by } = await asked('path-traversal', {
        'app.js': `const app = require('express')();
${gate('!req.user.isAdmin')}
const show = (res, name) => res.send(require('fs').readFileSync('/srv/' + name));
app.get('/admin/file', gate, (req, res) => show(res, req.query.name));
app.get('/file', (req, res) => show(res, req.query.name));`,
      });
      assert.deepEqual([by, score], ['', (await asked('path-traversal', app(''))).score]);
    });

    it('is what the handler asks before it does harm', async () => {
      const check = "if (req.user.role !== 'admin') return res.sendStatus(403);";
      const name = 'const { name } = req.query;';
      const use = "res.send(require('fs').readFileSync('/srv/' + name));";
      await administrators(
        'path-traversal',
        app('', '', `${name} ${check} ${use}`),
        'a check in the handler',
      );
      await nobody('path-traversal', app('', '', `${name} ${use} ${check}`));
    });

    it('is what a guard of NestJS lets through', async () => {
      const files = (answer: string): Files => ({
        'files.controller.ts': `import { Controller, Get, Query, UseGuards, Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
@Injectable()
class Gate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    return ${answer};
  }
}
@Controller('files')
@UseGuards(Gate)
export class FilesController {
  @Get('one')
  one(@Query('name') name: string) { return readFileSync('/srv/' + name); }
}`,
      });
      await administrators('path-traversal', files("request.user.role === 'admin'"), 'Gate');
      await nobody('path-traversal', files('request.user !== undefined'));
    });

    it('takes a reflected script for little where only a bearer token is taken', async () => {
      const page = 'res.send("<p>" + req.query.name + "</p>");';
      const open = await asked('xss', app('', '', page));
      const token = (test: string): string =>
        `const jwt = require('jsonwebtoken');
function gate(req, res, next) { const header = req.headers.authorization; ${test} next(); }`;
      for (const test of [
        "if (!header || !header.startsWith('Bearer ')) return res.sendStatus(401);",
        "if (!header) return res.sendStatus(401); req.user = jwt.verify(header.split(' ')[1], process.env.KEY);",
      ]) {
        const { by, score, vector } = await asked('xss', app('gate, ', token(test), page));
        assert.equal(by, 'bearer: gate', test);
        assert.match(vector, /AT:P/);
        assert.ok(score < 70 && score < open.score, String(score));
      }
      for (const test of [
        'if (!header) return res.sendStatus(401);',
        "if (!header.startsWith('Basic ')) return res.sendStatus(401);",
        "if (!req.cookies.token && !header.startsWith('Bearer ')) return res.sendStatus(401);",
        'jwt.verify(header || req.cookies.token, process.env.KEY);',
        'jwt.verify(req.query.token, process.env.KEY);',
      ])
        assert.equal((await asked('xss', app('gate, ', token(test), page))).by, '', test);
    });

    it('leaves harm that no browser is needed for as it is behind a token', async () => {
      const gate =
        "function gate(req, res, next) { if (!req.headers.authorization.startsWith('Bearer ')) return res.sendStatus(401); next(); }";
      const { score, vector } = await asked('path-traversal', app('gate, ', gate));
      assert.equal(score, (await asked('path-traversal', app(''))).score);
      assert.doesNotMatch(vector, /AT:P/);
    });
  });

  describe('in Python', () => {
    const flask = (
      decorators: string,
      before = '',
      body = "return open('/srv/' + request.args['name']).read()",
    ): Files => ({
      'app.py': `from flask import Flask, abort, g, request, session
from flask_login import current_user
from functools import wraps
app = Flask(__name__)
${before}
@app.route('/file')
${decorators}def show():
    ${body}
`,
    });
    const decorator = (test: string): string => `
def gate(view):
    @wraps(view)
    def inner(*args, **kwargs):
        ${test}
        return view(*args, **kwargs)
    return inner
`;

    it('is understood by what a decorator does', async () => {
      for (const test of [
        'if not current_user.is_admin: abort(403)',
        "if session.get('role') != 'admin': return 'no', 403",
        "if 'admin' not in current_user.roles: raise Forbidden()",
        'if not current_user.is_authenticated or not current_user.is_superuser: abort(403)',
      ])
        await administrators('path-traversal', flask('@gate\n', decorator(test)), '@gate');
      for (const test of [
        'pass',
        'if not current_user.is_authenticated: abort(403)',
        "if request.args.get('role') != 'admin': abort(403)",
        'if not current_user.is_admin: print("no")',
      ])
        await nobody('path-traversal', flask('@gate\n', decorator(test)));
      await nobody('path-traversal', flask('@admin_required\n', 'from elsewhere import admin_required'));
      await nobody('path-traversal', flask('@gate\n', 'def gate(view):\n    return view\n'));
    });

    it('is what a decorator of a library is documented to ask', async () => {
      const django = (name: string, from: string): Files => ({
        'views.py': `from ${from} import ${name.split('(')[0]}
from django.http import HttpResponse
@${name}
def show(request):
    return HttpResponse(open('/srv/' + request.GET['name']).read(), content_type='text/plain')
`,
        'urls.py': `from django.urls import path
from . import views
urlpatterns = [path('file/', views.show)]
`,
      });
      await administrators(
        'path-traversal',
        django('staff_member_required', 'django.contrib.admin.views.decorators'),
        '@staff_member_required',
      );
      await administrators(
        'path-traversal',
        django("permission_required('shop.change')", 'django.contrib.auth.decorators'),
        '@permission_required',
      );
      await administrators(
        'path-traversal',
        django('user_passes_test(lambda user: user.is_superuser)', 'django.contrib.auth.decorators'),
        '@user_passes_test',
      );
      await nobody(
        'path-traversal',
        django('user_passes_test(lambda user: user.is_active)', 'django.contrib.auth.decorators'),
      );
      await nobody('path-traversal', django('login_required', 'django.contrib.auth.decorators'));
      await nobody('path-traversal', django('staff_member_required', 'shop.decorators'));
    });

    it('is what a dependency of FastAPI asks', async () => {
      const files = (test: string): Files => ({
        'auth.py': `from fastapi import Depends, HTTPException
from fastapi.security import OAuth2PasswordBearer
scheme = OAuth2PasswordBearer(tokenUrl='token')
def current(token: str = Depends(scheme)):
    return load(token)
def gate(user=Depends(current)):
    ${test}
    return user
`,
        'main.py': `from fastapi import APIRouter, Depends
from .auth import gate
router = APIRouter()
@router.get('/file')
def show(name: str, user=Depends(gate)):
    return {'text': open('/srv/' + name).read()}
`,
      });
      const { by } = await asked(
        'path-traversal',
        files("if user.role != 'admin': raise HTTPException(403)"),
      );
      assert.equal(by, 'administrators: gate, bearer: gate');
      assert.equal((await asked('path-traversal', files('print(user)'))).by, 'bearer: gate');
    });
  });

  describe('in Java', () => {
    const files = (annotation: string, imports = ''): Files => ({
      'Files.java': `package shop;
import java.nio.file.*;
import org.springframework.web.bind.annotation.*;
${imports}
@RestController
class Files {
  ${annotation}
  @GetMapping("/file")
  byte[] show(@RequestParam String name) throws Exception { return java.nio.file.Files.readAllBytes(Paths.get("/srv/" + name)); }
}`,
    });
    const pre = 'import org.springframework.security.access.prepost.PreAuthorize;';

    it('is what an annotation asks for', async () => {
      await administrators(
        'path-traversal',
        files('@PreAuthorize("hasRole(\'ADMIN\')")', pre),
        '@PreAuthorize',
      );
      await administrators(
        'path-traversal',
        files('@PreAuthorize("hasRole(\'ADMIN\') and isFullyAuthenticated()")', pre),
        '@PreAuthorize',
      );
      await administrators(
        'path-traversal',
        files('@RolesAllowed("ADMIN")', 'import jakarta.annotation.security.RolesAllowed;'),
        '@RolesAllowed',
      );
      await administrators(
        'path-traversal',
        files('@Secured({"ROLE_ADMIN"})', 'import org.springframework.security.access.annotation.*;'),
        '@Secured',
      );
      for (const annotation of [
        '@PreAuthorize("hasRole(\'USER\')")',
        "@PreAuthorize(\"hasRole('ADMIN') or hasRole('USER')\")",
        "@PreAuthorize(\"hasAnyRole('ADMIN', 'USER')\")",
        '@PreAuthorize("!hasRole(\'ADMIN\')")',
        '@PreAuthorize("isAuthenticated()")',
        "@PreAuthorize(\"hasRole('ADMIN') || #name == 'x'\")",
      ])
        await nobody('path-traversal', files(annotation, pre));
      await nobody(
        'path-traversal',
        files('@PreAuthorize("hasRole(\'ADMIN\')")', 'import shop.PreAuthorize;'),
      );
    });
  });

  it('are asked where a function is named within itself, too', async () => {
    const app = "const app = require('express')();";
    const later = 'setImmediate(function again() { again.times = 1; });';
    await nobody('path-traversal', {
      'app.js': `${app} app.get('/f', function load(req, res) { ${later} ${read} });`,
    });
  });
});
