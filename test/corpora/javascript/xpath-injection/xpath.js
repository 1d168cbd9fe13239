const xpath = require('xpath');
const { DOMParser } = require('@xmldom/xmldom');
const fs = require('fs');
const app = require('express')();

const doc = new DOMParser().parseFromString(fs.readFileSync('users.xml', 'utf8'));

app.post('/login', (req, res) => {
  const expression = "//user[name='" + req.body.name + "' and password='" + req.body.password + "']";
  const node = xpath.select1(expression, doc); // expect: xpath-injection
  res.json({ ok: Boolean(node) });
});

app.get('/user/:id', (req, res) => {
  const node = xpath.select(`//user[@id=${Number(req.params.id)}]`, doc); // ok: xpath-injection
  res.json({ found: node.length });
});

app.get('/all', (req, res) => {
  res.json(xpath.select('//user/name/text()', doc).map(String)); // ok: xpath-injection
});

app.get('/role', (req, res) => {
  const evaluator = xpath.parse('//user[role=$role]'); // ok: xpath-injection
  res.json(evaluator.select({ node: doc, variables: { role: req.query.role } }).length);
});
