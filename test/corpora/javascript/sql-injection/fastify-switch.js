import Fastify from 'fastify';
import sqlite3 from 'sqlite3';

const fastify = Fastify({ logger: true });
const db = new sqlite3.Database(':memory:');

function columnFor(key) {
  switch (key) {
    case 'n':
      return 'name';
    case 'd':
      return 'created';
    default:
      return 'id';
  }
}

fastify.get('/a', async (request, reply) => {
  db.all(`SELECT * FROM files ORDER BY ${columnFor(request.query.sort)}`, (err, rows) => reply.send(rows)); // ok: sql-injection
});

const allowed = { name: 'f.name', size: 'f.size' };
fastify.get('/b', async (request, reply) => {
  const column = allowed[request.query.sort];
  db.all(`SELECT * FROM files f ORDER BY ${column}`, (err, rows) => reply.send(rows)); // ok: sql-injection
});

fastify.get('/c', async (request, reply) => {
  let column = 'id';
  if (request.query.sort) column = request.query.sort;
  db.all(`SELECT * FROM files ORDER BY ${column}`, (err, rows) => reply.send(rows)); // expect: sql-injection
});

const DEBUG = false;
fastify.get('/d', async (request, reply) => {
  let where = '';
  if (DEBUG) where = ` WHERE ${request.query.where}`;
  db.all(`SELECT * FROM files${where}`, (err, rows) => reply.send(rows)); // ok: sql-injection
});

fastify.post('/e', async (request, reply) => {
  let name = request.body.name;
  name = 'fixed';
  db.run("UPDATE files SET name = '" + name + "'"); // ok: sql-injection
  reply.send({});
});
