const vm = require('vm');
const { VM } = require('vm2');
const express = require('express');
const ejs = require('ejs');
const pug = require('pug');
const Handlebars = require('handlebars');
const nunjucks = require('nunjucks');
const _ = require('lodash');
const serialize = require('node-serialize');
const yaml = require('js-yaml');
const libxml = require('libxmljs');
const xml2js = require('xml2js');
const app = express();

app.post('/run', (req, res) => {
  eval(req.body.code); // expect: code-injection
  new Function('x', req.body.code)(1); // expect: code-injection
  vm.runInNewContext(req.body.code, {}); // expect: code-injection
  setTimeout(req.body.code, 10); // expect: code-injection
  setTimeout(() => req.body.code, 10); // ok: code-injection
  JSON.parse(req.body.code); // ok: code-injection
  require(req.query.module); // expect: unsafe-reflection
  ejs.render(req.body.template, { a: 1 }); // expect: template-injection
  ejs.render('<%= a %>', { a: req.body.a }); // ok: template-injection
  pug.compile(req.body.template)(); // expect: template-injection
  Handlebars.compile(req.body.template)({}); // expect: template-injection
  nunjucks.renderString('Hello ' + req.query.name, {}); // expect: template-injection
  nunjucks.renderString('Hello {{ name }}', { name: req.query.name }); // ok: template-injection
  _.template(req.body.template)({}); // expect: template-injection
  serialize.unserialize(req.cookies.profile); // expect: unsafe-deserialization
  yaml.load(req.body.yaml); // ok: unsafe-deserialization
  yaml.load(req.body.yaml, { schema: yaml.DEFAULT_FULL_SCHEMA }); // expect: unsafe-deserialization
  libxml.parseXml(req.body.xml, { noent: true }); // expect: xxe
  libxml.parseXml(req.body.xml); // ok: xxe
  xml2js.parseString(req.body.xml, () => {}); // ok: xxe
  const op = { add: (a, b) => a + b }[req.query.op];
  res.json(op(1, 2)); // ok: code-injection // expect: unsafe-reflection
});
