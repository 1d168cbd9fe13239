const express = require('express');

const app = express();
const notes = ['a.b', 'decoy-word'];

app.get('/search', (req, res) => {
  const wanted = new RegExp(req.query.q);
  res.json(notes.filter((note) => wanted.test(note)));
});

module.exports = app;
