const express = require('express');
const ejs = require('ejs');
const pug = require('pug');
const Handlebars = require('handlebars');
const nunjucks = require('nunjucks');
const mustache = require('mustache');
const app = express();
app.get('/a', (req, res) => res.send(ejs.render('<p>' + req.query.name + '</p>', {}))); // expect: template-injection, xss
app.get('/b', (req, res) => res.send(ejs.render('<p><%= name %></p>', { name: req.query.name }))); // ok: template-injection, xss
app.get('/c', (req, res) => res.send(pug.compile(req.query.tpl)({}))); // expect: template-injection
app.get('/d', (req, res) => res.send(Handlebars.compile('Hi {{name}}')({ name: req.query.name }))); // ok: template-injection, xss
app.get('/e', (req, res) => res.send(nunjucks.renderString(`Hi ${req.query.name}`))); // expect: template-injection, xss
app.get('/f', (req, res) => res.send(mustache.render('Hi {{name}}', req.query))); // ok: template-injection
