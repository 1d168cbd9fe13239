const express = require('express');
const nunjucks = require('nunjucks');
const pug = require('pug');

const app = express();
const environment = nunjucks.configure('views', { autoescape: true });
app.get('/kept', (request, response) => {
  app.locals.banner = request.query.banner;
  response.render('kept.ejs', { title: 'Kept' });
});
app.get('/own', (request, response) => {
  response.send(environment.getTemplate('own.njk').render({ note: request.query.note })); // # ok: xss
});
app.get('/pug', (request, response) => {
  response.send(pug.renderFile('views/page.pug', { note: request.query.note })); // # ok: xss
});
