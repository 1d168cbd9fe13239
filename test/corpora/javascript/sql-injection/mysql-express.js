const express = require('express');
const mysql = require('mysql');

const app = express();
const db = mysql.createConnection({ host: process.env.DB_HOST, user: 'shop', database: 'shop' });

app.get('/products', (req, res) => {
  const order = req.query.order;
  const sql = 'SELECT id, name FROM products ORDER BY ' + order;
  db.query(sql, (err, rows) => { // expect: sql-injection
    if (err) return res.status(500).end();
    res.json(rows);
  });
});

app.get('/products/:id', (req, res) => {
  db.query('SELECT * FROM products WHERE id = ?', [req.params.id], (err, rows) => { // ok: sql-injection
    res.json(rows);
  });
});

app.get('/by-number/:id', (req, res) => {
  const id = parseInt(req.params.id, 10);
  db.query(`SELECT * FROM products WHERE id = ${id}`, (err, rows) => res.json(rows)); // ok: sql-injection
});

app.get('/search', (req, res) => {
  const term = mysql.escape('%' + req.query.q + '%');
  db.query(`SELECT * FROM products WHERE name LIKE ${term}`, (err, rows) => res.json(rows)); // ok: sql-injection
});

app.post('/search', (req, res) => {
  const { term, limit = 20 } = req.body;
  db.query({ sql: `SELECT * FROM products WHERE name LIKE '%${term}%' LIMIT ?`, values: [limit] }, (err, rows) => { // expect: sql-injection
    res.json(rows);
  });
});

const columns = ['name', 'price', 'created_at'];
app.get('/sorted', (req, res) => {
  const by = req.query.by;
  if (!columns.includes(by)) return res.sendStatus(400);
  db.query('SELECT * FROM products ORDER BY ' + by, (err, rows) => res.json(rows)); // ok: sql-injection
});

app.listen(3000);
