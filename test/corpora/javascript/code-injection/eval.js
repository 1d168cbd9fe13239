const vm = require('vm');
const app = require('express')();

app.get('/calc', (req, res) => {
  res.json({ result: eval(req.query.expression) }); // expect: code-injection
});

app.get('/calc2', (req, res) => {
  const compute = new Function('x', `return x * (${req.query.factor})`); // expect: code-injection
  res.json({ result: compute(2) });
});

app.get('/vm', (req, res) => {
  const sandbox = { result: null };
  vm.runInNewContext('result = ' + req.query.code, sandbox); // expect: code-injection
  res.json(sandbox);
});

app.get('/json', (req, res) => {
  res.json(JSON.parse(req.query.data)); // ok: code-injection
});

app.get('/num', (req, res) => {
  res.json({ result: eval('1 + ' + Number(req.query.n)) }); // ok: code-injection
});

app.get('/later', (req, res) => {
  setTimeout('notify("' + req.query.who + '")', 100); // expect: code-injection
  setTimeout(() => notify(req.query.who), 100); // ok: code-injection
  res.end();
});

const operations = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
};
app.get('/op', (req, res) => {
  const op = operations[req.query.op];
  res.json({ result: op ? op(1, 2) : null }); // ok: code-injection
});

function notify(who) {
  return who;
}
