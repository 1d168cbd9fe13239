const express = require('express');
const mysql = require('mysql2');

const app = express();
const db = mysql.createPool({});

app.get('/users', (req, res) => {
  db.query(`SELECT id, name FROM users ORDER BY ${req.query.sort}`, (error, rows) => {
    if (error) return res.status(500).end('failed');
    res.json(rows);
  });
});

module.exports = app;
