const xpath = require('xpath');
const { DOMParser } = require('@xmldom/xmldom');
const express = require('express');
const app = express();
const doc = new DOMParser().parseFromString('<users/>');
app.get('/a', (req, res) => {
  const one = xpath.select("//user[@name='" + req.query.name + "']", doc); // expect: xpath-injection
  const two = xpath.select('//user[@id=' + Number(req.query.id) + ']', doc); // ok: xpath-injection
  const three = xpath.parse('//user[@name=$n]').select({ node: doc, variables: { n: req.query.name } }); // ok: xpath-injection
  const four = xpath.evaluate(`//user[@name="${req.query.name}"]`, doc, null, 0, null); // expect: xpath-injection
  res.json(one.length + two.length + three.length);
});
