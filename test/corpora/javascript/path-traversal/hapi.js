'use strict';
const Hapi = require('@hapi/hapi');
const Joi = require('joi');
const Boom = require('@hapi/boom');
const Path = require('path');
const Fs = require('fs/promises');
const { exec } = require('child_process');
const Wreck = require('@hapi/wreck');
const { Client } = require('pg');
const nunjucks = require('nunjucks');

const KINDS = ['pdf', 'csv'];
const db = new Client();

const reports = {
  async find(owner, order = 'created') {
    const sql = 'SELECT * FROM reports WHERE owner = $1 ORDER BY ' + order;
    return db.query(sql, [owner]); // expect: sql-injection
  },
  async count(owner) {
    return db.query({ text: 'SELECT count(*) FROM reports WHERE owner = $1', values: [owner] }); // ok: sql-injection
  },
};
const render = async (kind, name) => {
  const file = Path.join(__dirname, 'out', `${name}.${kind}`);
  return Fs.readFile(file); // expect: path-traversal
};
const init = async () => {
  const server = Hapi.server({ port: 3000 });
  server.route([
    { method: 'GET', path: '/reports', handler: (request) => reports.find(request.auth.credentials.id, request.query.order) },
    { method: 'GET', path: '/reports/count', handler: (request) => reports.count(request.query.owner) },
    { method: 'GET', path: '/report/{name}', handler: async (request, h) => h.response(await render('pdf', request.params.name)).type('application/pdf') },
    {
      method: 'GET', path: '/kind/{kind}',
      options: { validate: { params: Joi.object({ kind: Joi.string().valid(...KINDS).required() }) } },
      handler: (request, h) => { exec(`convert --to ${request.params.kind}`); return h.response('ok'); }, // ok: command-injection
    },
    { method: 'GET', path: '/any/{kind}', handler: (request, h) => { exec(`convert --to ${request.params.kind}`); return h.response('ok'); } }, // expect: command-injection
    { method: 'GET', path: '/hi', handler: (request, h) => h.response(`<h1>${request.query.name}</h1>`).type('text/html') }, // expect: xss
    { method: 'GET', path: '/hi2', handler: (request, h) => h.response({ name: request.query.name }) }, // ok: xss
    { method: 'GET', path: '/out', handler: (request, h) => h.redirect(request.query.to) }, // expect: open-redirect
    { method: 'GET', path: '/wreck', handler: async (request) => (await Wreck.get(request.query.url)).payload }, // expect: ssrf
    { method: 'POST', path: '/tpl', handler: (request) => nunjucks.renderString(request.payload.tpl, {}) }, // expect: template-injection
    { method: 'GET', path: '/file', handler: (request, h) => { if (!/^[\w-]+\.txt$/.test(request.query.f)) throw Boom.badRequest(); return Fs.readFile(Path.join('files', request.query.f)); } }, // ok: path-traversal
  ]);
  await server.start();
};
init();
