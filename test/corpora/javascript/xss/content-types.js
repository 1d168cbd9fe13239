const http = require('http');
const express = require('express');
const fastify = require('fastify')();

const app = express();

app.get('/export/:id', (req, res) => {
  if (req.query.plain) {
    res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
    res.end(`order ${req.params.id}`); // ok: xss
    return;
  }
  res.writeHead(404);
  res.end(`no order ${req.params.id}`); // expect: xss
});

app.get('/feed', (req, res) => {
  res.set({ 'Content-Type': 'application/json' });
  res.send('{"q":"' + req.query.q + '"}'); // ok: xss
});

app.get('/label', (req, res) => {
  res.header('content-type', 'text/html');
  res.send('<b>' + req.query.label + '</b>'); // expect: xss
});

app.get('/table.csv', (req, res) => {
  res.setHeader('Content-Type', 'text/csv');
  res.write('name\n');
  res.end(req.query.name); // ok: xss
});

function answer(response, text) {
  response.writeHead(200, 'OK', { 'content-type': 'text/plain' });
  response.write(text); // ok: xss
  response.end();
}

http
  .createServer((request, response) => {
    const { searchParams } = new URL(request.url, 'http://intranet.example');
    if (searchParams.has('raw')) return answer(response, searchParams.get('raw'));
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return response.end('<h1>' + searchParams.get('title') + '</h1>'); // expect: xss
  })
  .listen(8080);

fastify.get('/note', (request, reply) => {
  reply.type('text/html').send('Note: ' + request.query.text); // expect: xss
});

fastify.get('/badge', (request, reply) => {
  reply.header('content-type', 'text/html');
  reply.send(request.query.badge); // expect: xss
});

fastify.get('/raw', (request, reply) => {
  reply.type('text/plain').send('<pre>' + request.query.text); // ok: xss
});
