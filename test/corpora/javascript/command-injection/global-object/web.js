const app = require('express')();

app.get('/', (req, res) => {
  SHOP.db.query(req.query.a);
});
app.get('/b', (req, res) => {
  SHOP.shell.run(req.query.a);
});
app.get('/c', (req, res) => {
  F.tool().stop(req.query.a);
  F.tool().own('status');
});
app.get('/d', (req, res) => {
  const F = { tool: () => ({ own() {} }) };
  F.tool().own(req.query.a);
});
