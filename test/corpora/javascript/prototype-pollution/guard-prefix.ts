import express from 'express';
const app = express();
app.post('/f', (req, res) => {
  const o: any = {};
  o['node-' + req.body.a] = o['node-' + req.body.a] || {};
  o['node-' + req.body.a][req.body.b] = req.body.c; // ok: prototype-pollution
  o[`${req.body.a}-node`][req.body.b] = req.body.c; // ok: prototype-pollution
  o[req.body.a][req.body.b] = req.body.c; // expect: prototype-pollution
  res.end();
});
