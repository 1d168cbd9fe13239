// Escaping and encoding that is undone before the page is made.
const express = require('express');
const escapeHtml = require('escape-html');
const he = require('he');
const { ObjectId } = require('mongodb');

const app = express();

const decoded = (text) => he.decode(text);

app.get('/note', (req, res) => {
  const note = escapeHtml(req.query.note);
  res.send(`<p>${note}</p>`); // ok: xss
});

app.get('/raw', (req, res) => {
  const note = escapeHtml(req.query.note);
  res.send(`<p>${decoded(note)}</p>`); // expect: xss
});

app.get('/link', (req, res) => {
  const target = encodeURIComponent(req.query.target);
  res.send(`<a href="/go/${target}">go</a>`); // ok: xss
});

app.get('/named', (req, res) => {
  const target = encodeURIComponent(req.query.target);
  res.send(`<a href="/go/${target}">${decodeURIComponent(target)}</a>`); // expect: xss
});

app.get('/book', async (req, res) => {
  const asked = String(req.query.asked);
  const books = app.locals.db.collection('books');
  await books.findOne({ isbn: asked }); // ok: nosql-injection
  await books.findOne({ isbn: JSON.parse(asked) }); // expect: nosql-injection
  await books.findOne({ _id: new ObjectId(asked) }); // ok: nosql-injection
  res.end();
});
