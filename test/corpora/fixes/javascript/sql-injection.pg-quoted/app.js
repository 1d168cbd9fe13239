const express = require('express');
const { Pool } = require('pg');

const app = express();
const db = new Pool();

app.get('/users', async (req, res) => {
  const found = await db.query("SELECT id, name FROM users WHERE name = '" + req.query.name + "'");
  res.json(found.rows);
});

module.exports = app;
