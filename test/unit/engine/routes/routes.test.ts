import assert from 'node:assert/strict';
import { analyse } from '../../../support/engine.ts';

/** The route of the only finding of a class in a project of these files. */
async function routeOf(vulnClass: string, files: Readonly<Record<string, string>>): Promise<string> {
  const { findings } = await analyse(Object.entries(files).map(([path, text]) => ({ path, text })));
  const found = findings.filter((finding) => finding.vulnClass === vulnClass);
  assert.equal(
    found.length,
    1,
    `one finding of ${vulnClass}: ${JSON.stringify(findings.map((f) => f.ruleId))}`,
  );
  const entry = found[0]?.entryPoint;
  return entry ? `${entry.methods.join('|') || '*'} ${entry.path} [${entry.guards.join(', ')}]` : 'none';
}

const run = "require('child_process').exec('ping ' + req.query.host);";

describe('entry points', () => {
  describe('JavaScript', () => {
    const app = "const express = require('express'); const app = express();";

    it('names the route of a handler, and that nothing stands in front', async () => {
      const text = `${app}\napp.get('/ping', (req, res) => { ${run} });`;
      assert.equal(await routeOf('command-injection', { 'app.js': text }), 'GET /ping []');
    });

    it('names what asks for an identity in front of the handler, and nothing else', async () => {
      const text = `${app}\napp.post('/ping', limiter, requireAuth, upload.single('x'), (req, res) => { ${run} });`;
      assert.equal(await routeOf('command-injection', { 'app.js': text }), 'POST /ping [requireAuth]');
    });

    it('knows guards that a router was given before', async () => {
      const text = `const router = require('express').Router();
router.use(passport.initialize());
router.use(passport.authenticate('jwt'));
router.get('/ping', (req, res) => { ${run} });`;
      assert.equal(
        await routeOf('command-injection', { 'app.js': text }),
        'GET /ping [passport.authenticate]',
      );
    });

    it('does not take a mounted login page for a guard of what follows', async () => {
      const text = `${app}\napp.use('/login', loginRouter);\napp.get('/ping', (req, res) => { ${run} });`;
      assert.equal(await routeOf('command-injection', { 'app.js': text }), 'GET /ping []');
    });

    it('finds the route of a handler in another file', async () => {
      const files = {
        'app.js': `${app}\nconst Ping = require('./ping'); const ping = new Ping();\napp.get('/ping', isLoggedIn, ping.show);`,
        'ping.js': `module.exports = class Ping { show(req, res) { ${run} } };`,
      };
      assert.equal(await routeOf('command-injection', files), 'GET /ping [isLoggedIn]');
    });

    it('counts what the handler itself asks before, not what it asks after', async () => {
      const before = `${app}\napp.get('/ping', (req, res) => { if (!req.session.user) { return res.end(); } ${run} });`;
      const after = `${app}\napp.get('/ping', (req, res) => { ${run} if (!req.session.user) { return res.end(); } });`;
      assert.equal(await routeOf('command-injection', { 'app.js': before }), 'GET /ping [req.session.user]');
      assert.equal(await routeOf('command-injection', { 'app.js': after }), 'GET /ping []');
    });

    it('reads the decorators of NestJS', async () => {
      const text = `import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { exec } from 'child_process';
@Controller('net')
@UseGuards(JwtAuthGuard)
export class NetController {
  @Get('ping')
  ping(@Query('host') host: string) { exec('ping ' + host); }
}`;
      assert.equal(await routeOf('command-injection', { 'net.ts': text }), 'GET /net/ping [JwtAuthGuard]');
    });
  });

  describe('Python', () => {
    it('reads the decorators of Flask', async () => {
      const text = `import os
from flask import Flask, request
app = Flask(__name__)
@app.route('/ping', methods=['POST'])
@login_required
def ping():
    os.system('ping ' + request.form['host'])
`;
      assert.equal(await routeOf('command-injection', { 'app.py': text }), 'POST /ping [@login_required]');
    });

    it('reads the dependencies of FastAPI', async () => {
      const text = `import os
from fastapi import Depends, FastAPI
app = FastAPI()
@app.get('/ping')
def ping(host: str, db=Depends(get_db), user=Depends(get_current_user)):
    os.system('ping ' + host)
`;
      assert.equal(await routeOf('command-injection', { 'app.py': text }), 'GET /ping [get_current_user]');
    });

    it("reads Django's list of URLs in another file", async () => {
      const files = {
        'urls.py': `from django.urls import path
from . import views
urlpatterns = [path('ping/', login_required(views.ping))]
`,
        'views.py': `import os
from django.http import HttpResponse
def ping(request):
    os.system('ping ' + request.GET['host'])
`,
      };
      assert.equal(await routeOf('command-injection', files), '* ping/ [login_required]');
    });
  });

  describe('Java', () => {
    const controller = (before: string) => `package app;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/net")
public class Net {
  ${before}
  @GetMapping("/ping")
  public void ping(@RequestParam String host) throws Exception { Runtime.getRuntime().exec("ping " + host); }
}`;

    it('joins the paths of class and method', async () => {
      assert.equal(await routeOf('command-injection', { 'Net.java': controller('') }), 'GET /net/ping []');
    });

    it('knows annotations that ask for a role', async () => {
      const text = controller('@PreAuthorize("hasRole(\'ADMIN\')")');
      assert.equal(await routeOf('command-injection', { 'Net.java': text }), 'GET /net/ping [@PreAuthorize]');
    });

    it('knows a security configuration, and what it leaves open', async () => {
      const configuration = (open: string) => `package app;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
class Security {
  void configure(HttpSecurity http) throws Exception {
    http.authorizeHttpRequests(a -> a.requestMatchers("${open}").permitAll().anyRequest().authenticated());
  }
}`;
      const closed = { 'Net.java': controller(''), 'Security.java': configuration('/login') };
      const open = { 'Net.java': controller(''), 'Security.java': configuration('/net/**') };
      assert.equal(
        await routeOf('command-injection', closed),
        'GET /net/ping [the security configuration (anyRequest)]',
      );
      assert.equal(await routeOf('command-injection', open), 'GET /net/ping []');
    });
  });

  it('follows an edit of the guards alone', async () => {
    const { newAnalyzer } = await import('../../../support/engine.ts');
    const analyzer = await newAnalyzer();
    const text = (guard: string) =>
      `const app = require('express')();\napp.get('/ping', ${guard}(req, res) => { ${run} });`;
    const guards = async (guard: string) => {
      const { findings } = await analyse([{ path: 'app.js', text: text(guard) }], analyzer);
      return findings.map((finding) => finding.entryPoint?.guards);
    };
    assert.deepEqual(await guards('requireAuth, '), [['requireAuth']]);
    assert.deepEqual(await guards(''), [[]]);
  });
});
