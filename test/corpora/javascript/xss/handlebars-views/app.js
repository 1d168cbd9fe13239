const express = require('express');
const app = express();
app.set('view engine', 'hbs');

app.use((req, res, next) => {
  res.locals.theme = req.query.theme;
  next();
});

app.get('/orders', (req, res) => {
  res.render('orders', {
    title: req.query.title,
    orders: [{ note: req.query.note, id: 'fixed' }],
    user: { name: req.query.name, role: 'fixed' },
    link: req.query.link,
  });
});
