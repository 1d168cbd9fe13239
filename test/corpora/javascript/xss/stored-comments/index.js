const express = require('express');
const Comment = require('./db');
const { page, escaped } = require('./view');
const app = express();

app.get('/comments', async (req, res) => {
  const all = await Comment.find({}).lean();
  res.send(page(all.map((c) => `<li>${c.text}</li>`).join(''))); // expect: xss
});
app.get('/comments/safe', async (req, res) => {
  const all = await Comment.find({});
  res.send(page(all.map((c) => `<li>${escaped(c.text)}</li>`).join(''))); // ok: xss
});
app.get('/comments/count', async (req, res) => {
  const n = await Comment.countDocuments({});
  res.send(page(`<b>${n}</b>`)); // ok: xss
});
// threat-models: database
