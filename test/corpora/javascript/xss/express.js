const express = require('express');
const escapeHtml = require('escape-html');
const he = require('he');

const app = express();

app.get('/hello', (req, res) => {
  res.send('<h1>Hello ' + req.query.name + '</h1>'); // expect: xss
});

app.get('/escaped', (req, res) => {
  res.send(`<h1>Hello ${escapeHtml(req.query.name)}</h1>`); // ok: xss
  res.send('<i>' + he.encode(req.query.name) + '</i>'); // ok: xss
});

app.get('/json', (req, res) => {
  res.json({ name: req.query.name }); // ok: xss
  res.send({ name: req.query.name }); // ok: xss
});

app.get('/number', (req, res) => {
  const page = Number(req.query.page);
  res.send(`<p>Page ${page}</p>`); // ok: xss
});

app.get('/missing', (req, res) => {
  res.status(404).send('Not found: ' + req.originalUrl); // expect: xss
});

app.get('/encoded', (req, res) => {
  res.send('<a href="/q?x=' + encodeURIComponent(req.query.x) + '">again</a>'); // ok: xss
});

function page(title, body) {
  return `<html><title>${title}</title><body>${body}</body></html>`;
}

app.get('/page', (req, res) => {
  res.send(page('Search', 'No result for ' + req.query.q)); // expect: xss
});

app.get('/page-safe', (req, res) => {
  const q = req.query.q.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  res.send(page('Search', 'No result for ' + q)); // ok: xss
});

app.get('/theme', (req, res) => {
  const theme = req.query.theme === 'dark' ? 'dark' : 'light';
  res.send(`<body class="${theme}">`); // ok: xss
});

app.use((err, req, res, next) => {
  res.status(500).send('<pre>' + req.body.text + '</pre>'); // expect: xss
});
