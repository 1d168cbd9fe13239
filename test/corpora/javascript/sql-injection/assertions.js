const assert = require('node:assert');
const { ok } = require('node:assert/strict');
const express = require('express');
const mysql = require('mysql2');
const app = express();
const db = mysql.createConnection(process.env.DSN);

app.get('/', (req, res) => {
  const { a, b, c, d } = req.query;
  assert(['name', 'age'].includes(a), 'unknown column');
  db.query(`select * from t order by ${a}`); // ok: sql-injection
  assert.ok(/^[a-z_]+$/.test(b));
  db.query(`select * from t order by ${b}`); // ok: sql-injection
  ok(c === 'name' || c === 'age');
  db.query(`select * from t order by ${c}`); // ok: sql-injection
  assert(d, 'missing');
  db.query(`select * from t order by ${d}`); // expect: sql-injection
  res.end();
});
