const ejs = require('ejs');
const pug = require('pug');
const Handlebars = require('handlebars');
const nunjucks = require('nunjucks');
const _ = require('lodash');
const app = require('express')();

app.get('/ejs', (req, res) => {
  const page = ejs.render('<p>Hello ' + req.query.name + '</p>', {}); // expect: template-injection
  res.type('txt').json({ page });
});

app.get('/ejs-safe', (req, res) => {
  const page = ejs.render('<p>Hello <%= name %></p>', { name: req.query.name }); // ok: template-injection
  res.json({ page });
});

app.post('/pug', (req, res) => {
  const compiled = pug.compile(req.body.template); // expect: template-injection
  res.json({ page: compiled() });
});

app.post('/hbs', (req, res) => {
  const compiled = Handlebars.compile(req.body.template); // expect: template-injection
  res.json({ page: compiled({}) });
});

app.get('/hbs-safe', (req, res) => {
  const compiled = Handlebars.compile('<p>{{name}}</p>'); // ok: template-injection
  res.json({ page: compiled({ name: req.query.name }) });
});

app.get('/nj', (req, res) => {
  res.json({ page: nunjucks.renderString(`Hi ${req.query.name}`, {}) }); // expect: template-injection
  nunjucks.renderString('Hi {{ name }}', { name: req.query.name }); // ok: template-injection
});

app.get('/lodash', (req, res) => {
  const compiled = _.template(`<b>${req.query.title}</b>`); // expect: template-injection
  res.json({ page: compiled({}) });
});

app.get('/render', (req, res) => {
  res.render('profile', { name: req.query.name }); // ok: template-injection
});

app.get('/render-all', (req, res) => {
  res.render('profile', req.query); // expect: template-injection
});
