const express = require('express');
const vm = require('node:vm');

const app = express();

function once(fn) {
  let done = false;
  let result;
  return (...args) => {
    if (!done) result = fn(...args);
    done = true;
    return result;
  };
}

function pipe(...steps) {
  return (input) => steps.reduce((value, step) => step(value), input);
}

const evaluate = once((source) => vm.runInThisContext(source)); // expect: code-injection
const parse = pipe(String, (text) => text.trim(), JSON.parse);
const risky = pipe((text) => `(${text})`, (text) => eval(text)); // expect: code-injection

app.post('/once', (req, res) => res.json(evaluate(req.body.source)));
app.post('/parse', (req, res) => res.json(parse(req.body.source)));
app.post('/risky', (req, res) => res.json(risky(req.body.source)));

const cache = {};
app.post('/keep', (req, res) => {
  cache.source = req.body.source;
  res.end();
});
app.get('/run', (req, res) => {
  res.json(eval('1 + 1')); // ok: code-injection
});
