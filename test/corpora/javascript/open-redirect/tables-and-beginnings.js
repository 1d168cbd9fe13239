const app = require('express')();

const targets = { shop: 'https://shop.example', blog: 'https://blog.example' };

app.get('/known', (req, res) => {
  const { to } = req.query;
  if (targets[to] !== undefined) return res.redirect(to); // ok: open-redirect
  res.redirect(to); // expect: open-redirect
});

app.get('/unknown', (req, res) => {
  const { to } = req.query;
  if (undefined === targets[to]) res.sendStatus(404);
  else res.redirect(to); // ok: open-redirect
});

app.get('/section', (req, res) => {
  res.redirect(['index.html?section=', req.query.section].join('')); // ok: open-redirect
  res.redirect([req.query.page, '?section=1'].join('')); // expect: open-redirect
});

app.get('/here', (req, res) => {
  res.redirect('./' + req.query.page); // ok: open-redirect
});
