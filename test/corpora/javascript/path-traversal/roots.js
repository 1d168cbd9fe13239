const express = require('express');
const path = require('path');
const app = express();

app.get('/files/:root', (req, res) => {
  res.sendFile('index.html', { root: path.join(__dirname, req.params.root) }); // expect: path-traversal
});
app.get('/public', (req, res) => {
  res.sendFile(req.query.name, { root: path.join(__dirname, 'public') }); // ok: path-traversal
});
app.get('/cors', (req, res) => {
  res.writeHead(200, { 'Access-Control-Allow-Origin': req.headers.origin }); // expect: cors-misconfiguration
  res.end();
});
