const { execSync } = require('node:child_process');
const express = require('express');
const app = express();

app.get('/index', (req, res) => {
  const key = String(req.query.key);
  const match = /^(?<year>\d{4})\/(.{0,40})/.exec(key);
  execSync(`index ${match.groups.year}`); // ok: command-injection
  execSync(`index ${match?.[1]}`); // ok: command-injection
  execSync(`index ${match[2]}`); // expect: command-injection
  execSync(`index ${match}`); // expect: command-injection
  const [, year, rest] = /^(\d{4})\/(.{0,40})/.exec(key) ?? [];
  execSync(`index ${year}`); // ok: command-injection
  execSync(`index ${rest}`); // expect: command-injection
  for (const number of key.match(/\d+/g)) execSync(`index ${number}`); // ok: command-injection
  execSync(`index ${key.replace(/[^a-z0-9.@-]/gi, '')}`); // ok: command-injection
  execSync(`index ${key.replace(/[^a-z0-9.@-]/i, '')}`); // expect: command-injection
  execSync(`index ${key.replace(/[^a-z0-9;]/gi, '')}`); // expect: command-injection
  res.end();
});
