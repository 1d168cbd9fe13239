import { exec } from 'node:child_process';
import { list, run } from '@shop/shell';
import { fixed, joined } from '@shop/text/joined/words';
import { spoken } from '@shop/text';
import express from 'express';
import { Job } from 'jobs';

const app = express();

app.get('/run', (req, res) => {
  res.json({ out: run(String(req.query.command)), list: list(String(req.query.folder)) });
});

app.get('/joined', (req, res) => {
  exec(joined([String(req.query.a), 'b'])); // expect: command-injection
  exec(fixed(req.query.a)); // ok: command-injection
  exec(spoken(String(req.query.a))); // expect: command-injection
  new Job(String(req.query.job)).start();
  res.end();
});
