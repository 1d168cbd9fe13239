const express = require('express');
const escapeHtml = require('escape-html');
const he = require('he');
const DOMPurify = require('isomorphic-dompurify');
const _ = require('lodash');
const { encode } = require('html-entities');
const app = express();
app.set('view engine', 'ejs');

const layout = (title, body) => `<html><title>${title}</title><body>${body}</body></html>`;

app.get('/1', (req, res) => res.send('<h1>Hello ' + req.query.name + '</h1>')); // expect: xss
app.get('/2', (req, res) => res.send('<h1>Hello ' + escapeHtml(req.query.name) + '</h1>')); // ok: xss
app.get('/3', (req, res) => res.json({ name: req.query.name })); // ok: xss
app.get('/4', (req, res) => res.send(layout('Home', req.query.body))); // expect: xss
app.get('/5', (req, res) => res.send(layout('Home', he.encode(req.query.body)))); // ok: xss
app.get('/6', (req, res) => res.send(DOMPurify.sanitize(req.query.html))); // ok: xss
app.get('/7', (req, res) => res.type('text/plain').send('Hello ' + req.query.name)); // ok: xss
app.get('/8', (req, res) => {
  res.setHeader('Content-Type', 'text/html');
  res.write('<p>');
  res.write(req.query.message); // expect: xss
  res.end('</p>');
});
app.get('/9', (req, res) => {
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ q: req.query.q })); // ok: xss
});
app.get('/10', (req, res) => res.status(404).send(`No page ${req.originalUrl}`)); // expect: xss
app.get('/11', (req, res) => res.render('page', { name: req.query.name })); // ok: xss
app.get('/12', (req, res) => res.send(`<b>${_.escape(req.query.a)}</b><i>${encode(req.query.b)}</i>`)); // ok: xss
app.get('/13', (req, res) => res.send(`<b>${Number(req.query.n)}</b>`)); // ok: xss
app.get('/14', (req, res) => res.send('<a href="?q=' + encodeURIComponent(req.query.q) + '">x</a>')); // ok: xss
app.get('/15', (req, res) => {
  const items = [].concat(req.query.items);
  res.send('<ul>' + items.map((i) => `<li>${i}</li>`).join('') + '</ul>'); // expect: xss
});
app.get('/16', (req, res) => {
  const clean = req.query.q.replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/&/g, '&amp;');
  res.send('<p>' + clean + '</p>'); // ok: xss
});
app.get('/17', (req, res) => res.send('<p>' + req.cookies.theme + '</p>')); // expect: xss
app.get('/18', (req, res) => res.send(req.query.flag === 'on' ? '<b>on</b>' : '<b>off</b>')); // ok: xss
