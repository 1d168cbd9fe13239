const Hapi = require('@hapi/hapi');
const Joi = require('joi');
const Boom = require('@hapi/boom');
const sqlite3 = require('sqlite3').verbose();
const fs = require('fs');
const request = require('request');
const { OpenAI } = require('openai');

const db = new sqlite3.Database(':memory:');
const openai = new OpenAI({ apiKey: process.env.OPENAI_API_KEY });

const getUser = async (request, h) => {
  db.get("SELECT * FROM users WHERE id = '" + request.params.id + "'", (e, row) => row); // expect: sql-injection
  db.all('SELECT * FROM users WHERE id = ?', [request.params.id], () => {}); // ok: sql-injection
  return h.response({ ok: true });
};

const init = async () => {
  const server = Hapi.server({ port: 3000, routes: { cors: { origin: ['*'], credentials: true } } }); // expect: cors-misconfiguration
  server.state('session', { isSecure: false, isHttpOnly: true, encoding: 'base64json' }); // expect: insecure-cookie
  server.state('sid', { isSecure: true, isHttpOnly: true, isSameSite: 'Lax' }); // ok: insecure-cookie
  server.route({ method: 'GET', path: '/users/{id}', handler: getUser });
  server.route([
    {
      method: 'GET',
      path: '/year/{year}',
      options: { validate: { params: Joi.object({ year: Joi.number().integer().required() }) } },
      handler: (request) => fs.readFileSync(`/reports/${request.params.year}.txt`, 'utf8'), // ok: path-traversal
    },
    {
      method: 'GET',
      path: '/text/{name}',
      handler: (request, h) => h.file(`/reports/${request.params.name}`), // expect: path-traversal
    },
    {
      method: 'POST',
      path: '/fetch',
      options: {
        validate: { payload: Joi.object({ kind: Joi.string().valid('a', 'b'), url: Joi.string().uri() }) },
        handler: async ({ payload }, h) => {
          request(payload.url, () => {}); // expect: ssrf
          request(`https://${payload.kind}.example.com/`, () => {}); // ok: ssrf
          return h.redirect(payload.url); // expect: open-redirect
        },
      },
    },
  ]);
  server.route({
    method: 'POST',
    path: '/tool',
    handler: async (request) => {
      const answer = await openai.chat.completions.create({
        model: 'gpt-4o',
        messages: [{ role: 'user', content: request.payload.text }],
      });
      const code = answer.choices[0].message.content;
      return eval(code); // expect: code-injection
    },
  });
  server.ext('onPreResponse', (request, h) => {
    const response = request.response;
    if (response.isBoom) return h.response(`<h1>${request.query.m}</h1>`).type('text/html'); // expect: xss
    return h.continue;
  });
  await server.start();
};
init();
