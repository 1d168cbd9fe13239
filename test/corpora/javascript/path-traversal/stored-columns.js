// What a statement puts into a column of a table, another statement finds in that column, and in no other.
const fs = require('node:fs');
const mysql = require('mysql2');
const { Pool } = require('pg');
const app = require('express')();

const pool = new Pool();
const db = mysql.createConnection({});

app.post('/films', async (req, res) => {
  await pool.query('INSERT INTO films (title, file) VALUES ($1, $2)', [req.body.title, req.body.file]);
  db.query('INSERT INTO books SET ?', { file: req.body.file, state: 'new' });
  db.query('UPDATE books SET title = ? WHERE number = 1', [req.body.title], () => res.end());
});

app.get('/films', async (req, res) => {
  const { rows } = await pool.query('SELECT file, kind FROM films WHERE number = $1', [1]);
  fs.readFileSync('/films/' + rows[0].file); // expect: path-traversal
  fs.readFileSync('/films/' + rows[0].kind); // ok: path-traversal
  for (const row of rows) fs.readFileSync('/films/' + row.file); // expect: path-traversal
  const others = await pool.query('SELECT file FROM records');
  fs.readFileSync('/records/' + others.rows[0].file); // ok: path-traversal
  res.end();
});

app.get('/books', (req, res) => {
  db.query('SELECT * FROM books', (error, rows) => {
    rows.forEach((row) => {
      fs.readFileSync('/books/' + row.file); // expect: path-traversal
      fs.readFileSync('/books/' + row.title); // expect: path-traversal
      fs.readFileSync('/books/' + row.state); // ok: path-traversal
    });
    res.end();
  });
});
