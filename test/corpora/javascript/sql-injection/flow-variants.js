const http = require('http');
const { URL } = require('url');
const { Client } = require('pg');
const EventEmitter = require('events');

const db = new Client();
const bus = new EventEmitter();


function* pieces(first, second) {
  yield first;
  yield second;
}

class Query {
  constructor() {
    this.parts = [];
    this.table = 'person';
  }
  from(table) {
    this.table = table;
    return this;
  }
  where(text) {
    this.parts.push(text);
    return this;
  }
  toString() {
    return 'SELECT * FROM ' + this.table + ' WHERE ' + this.parts.join(' AND ');
  }
}

const columns = new Set(['name', 'age']);
const handlers = {
  insert: (v) => db.query(`INSERT INTO log VALUES ('${v}')`), // expect: sql-injection
  count: () => db.query('SELECT count(*) FROM log'), // ok: sql-injection
};

http
  .createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const name = url.searchParams.get('name');
    bus.emit('lookup', name);

    let text = '';
    for (const piece of pieces('SELECT * FROM a WHERE b = ', name)) text += piece;
    await db.query(text); // expect: sql-injection

    const q = new Query().from('person').where(`name = '${name}'`);
    await db.query(q.toString()); // expect: sql-injection
    const q2 = new Query().from('person').where('age > 3');
    await db.query(q2.toString()); // ok: sql-injection

    const sort = columns.has(name) ? name : 'age';
    await db.query('SELECT * FROM person ORDER BY ' + sort); // ok: sql-injection

    if (!/^[a-z]+$/.test(name)) {
      response.statusCode = 400;
      return response.end();
    }
    await db.query('SELECT * FROM person ORDER BY ' + name); // ok: sql-injection

    const id = url.searchParams.get('id');
    const list = [id, 'constant'];
    await db.query('SELECT ' + list[1] + ' FROM person'); // ok: sql-injection
    await db.query('SELECT * FROM person WHERE id = ' + list[0]); // expect: sql-injection
    await db.query('SELECT * FROM person WHERE id = ' + +id); // ok: sql-injection
    await db.query(`SELECT * FROM person WHERE id = ${parseInt(id, 10)}`); // ok: sql-injection

    const map = new Map();
    map.set('safe', 'x');
    map.set('id', id);
    await db.query(`SELECT * FROM person WHERE a = '${map.get('safe')}'`); // ok: sql-injection
    await db.query(`SELECT * FROM person WHERE a = '${map.get('id')}'`); // expect: sql-injection

    let dir;
    switch (url.searchParams.get('dir')) {
      case 'up':
        dir = 'ASC';
        break;
      default:
        dir = 'DESC';
    }
    await db.query('SELECT * FROM person ORDER BY name ' + dir); // ok: sql-injection

    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { action, value, when } = JSON.parse(body);
      const handler = handlers[action];
      if (handler) handler(value);
      db.query('DELETE FROM log WHERE at < ' + when, (err) => { // expect: sql-injection
        response.end(err ? 'failed' : 'done');
      });
    });
  })
  .listen(8080);
