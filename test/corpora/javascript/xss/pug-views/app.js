const express = require('express');
const app = express();
app.set('view engine', 'pug');

app.get('/', (req, res) => {
  res.render('index', {
    query: req.query.q,
    link: req.query.link,
    items: [{ note: req.query.note }],
    title: 'Shop',
  });
});
