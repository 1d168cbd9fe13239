const express = require('express');

const app = express();
app.set('view engine', 'ejs');

app.get('/search', (req, res) => res.render('search', { query: req.query.q }));
