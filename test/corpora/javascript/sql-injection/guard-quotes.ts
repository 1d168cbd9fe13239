import express from 'express';
import { Pool } from 'pg';

const app = express();
const pool = new Pool();

app.get('/refused', (req, res) => {
  const name = String(req.query.name);
  if (name.includes("'")) return res.sendStatus(400);
  pool.query(`SELECT * FROM goods WHERE name = '${name}' AND sold = false`); // ok: sql-injection
  pool.query("SELECT * FROM goods WHERE name = '" + name + "'"); // ok: sql-injection
  pool.query(`SELECT * FROM goods WHERE price = ${name}`); // expect: sql-injection
  pool.query(`SELECT * FROM goods WHERE kind = 'new' AND price = ${name}`); // expect: sql-injection
  return res.end();
});

app.get('/refused-by-pattern', (req, res) => {
  const name = String(req.query.name);
  if (/['"\\;]/.test(name)) return res.sendStatus(400);
  pool.query(`SELECT "${name}" FROM goods`); // ok: sql-injection
  pool.query(`SELECT ${name} FROM goods`); // expect: sql-injection
  return res.end();
});

app.get('/each-refused', (req, res) => {
  const name = String(req.query.name);
  if (["'", '"', '\\'].some((mark) => name.includes(mark))) return res.sendStatus(400);
  pool.query(`SELECT * FROM goods WHERE name = '${name}'`); // ok: sql-injection
  return res.end();
});

app.get('/another-quote', (req, res) => {
  const name = String(req.query.name);
  if (name.indexOf('"') !== -1) return res.sendStatus(400);
  pool.query(`SELECT * FROM goods WHERE name = '${name}'`); // expect: sql-injection
  return res.end();
});
