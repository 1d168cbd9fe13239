const express = require('express');
const vm = require('vm');
const { VM } = require('vm2');
const app = express();

app.get('/calc', (req, res) => {
  res.json(eval(req.query.expr)); // expect: code-injection
});
app.get('/calc2', (req, res) => {
  const f = new Function('x', 'return ' + req.query.expr); // expect: code-injection
  res.json(f(2));
});
app.get('/calc3', (req, res) => {
  res.json(vm.runInNewContext(req.query.expr, {})); // expect: code-injection
});
app.get('/calc4', (req, res) => {
  const script = new vm.Script('1 + 1'); // ok: code-injection
  res.json(script.runInThisContext());
});
app.get('/later', (req, res) => {
  setTimeout(req.query.code, 100); // expect: code-injection
  setTimeout(() => console.log('done'), Number(req.query.ms)); // ok: code-injection
  setInterval('tick(' + req.query.n + ')', 1000); // expect: code-injection
  res.json(JSON.parse(req.query.data)); // ok: code-injection
});
const operations = { add: (a, b) => a + b, sub: (a, b) => a - b };
app.get('/op/:name', (req, res) => {
  const op = Object.hasOwn(operations, req.params.name) ? operations[req.params.name] : null;
  if (!op) return res.status(404).end();
  return res.json(op(Number(req.query.a), Number(req.query.b))); // ok: unsafe-reflection, code-injection
});
