const express = require('express');
const app = express();

app.get('/search', (req, res) => {
  res.render('search', { query: req.query.q, items: [{ name: req.query.item, id: 7 }], user: { name: 'fixed' } });
});

app.get('/mine', (req, res) => {
  res.render('pages/mine.ejs', { title: req.query.title });
});
