// Fields that are called as methods of databases are.
const express = require('express');
const sqlite3 = require('sqlite3');

const app = express();
const database = new sqlite3.Database('/srv/shop.db');

app.get('/tracks', (req, res) => {
  const options = { limit: 10 };
  options.query = "SELECT name FROM tracks WHERE artist = '" + req.query.artist + "'"; // ok: sql-injection
  options.raw = 'SELECT ' + req.query.columns + ' FROM tracks'; // ok: sql-injection
  remember(options.limit);
  res.json([]);
});

app.get('/albums', (req, res) => {
  const options = { limit: 10 };
  options.query = "SELECT name FROM albums WHERE artist = '" + req.query.artist + "'";
  database.all(options.query, (_error, rows) => res.json(rows)); // expect: sql-injection
});

function remember(limit) {
  module.limit = limit;
}
