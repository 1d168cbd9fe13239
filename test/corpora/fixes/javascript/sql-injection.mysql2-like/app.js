const express = require('express');
const mysql = require('mysql2');

const app = express();
const db = mysql.createConnection({});

app.get('/search', (req, res) => {
  const sql = `SELECT id, name FROM users WHERE name LIKE '%${req.query.q}%' ORDER BY id`;
  db.query(sql, (error, rows) => {
    if (error) return res.status(500).end('failed');
    res.json(rows);
  });
});

module.exports = app;
