const express = require('express');
const mysql = require('mysql');
const escape = require('lodash').escape;

const db = mysql.createPool({});
const app = express();

app.get('/comments', (req, res) => {
  db.query('SELECT text FROM comments', (err, rows) => {
    const items = rows.map((row) => '<li>' + row.text + '</li>');
    res.send('<ul>' + items.join('') + '</ul>'); // expect: xss
  });
});

app.get('/comments-safe', (req, res) => {
  db.query('SELECT text FROM comments', (err, rows) => {
    const items = rows.map((row) => '<li>' + escape(row.text) + '</li>');
    res.send('<ul>' + items.join('') + '</ul>'); // ok: xss
  });
});

app.get('/raw', (req, res) => {
  db.query('SELECT text FROM comments', (err, rows) => {
    res.send(rows); // ok: xss
  });
});
// threat-models: database
