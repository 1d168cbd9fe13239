const express = require('express');
const sqlite3 = require('sqlite3');

const app = express();
const db = new sqlite3.Database(':memory:');

app.get('/user', (req, res) => {
  db.get('SELECT name FROM users WHERE id = ' + req.query.id, (error, row) => {
    if (error || !row) return res.status(404).end('none');
    res.send(row.name);
  });
});

module.exports = app;
