const express = require('express');
const nunjucks = require('nunjucks');

const app = express();

app.get('/', (req, res) => {
  res.send(nunjucks.renderString('<p>Hello ' + req.query.name + '</p>', { title: 'home' }));
});

module.exports = app;
