import { exec } from 'node:child_process';
import { own } from '@/lib/start';
import { start } from '@tools/start';
import express from 'express';
import { fixedProgram, program } from 'settings';

const app = express();

app.post('/start', (req, res) => {
  start(String(req.query.name));
  own(String(req.query.name));
  exec(program(String(req.query.name))); // expect: command-injection
  exec(fixedProgram()); // ok: command-injection
  res.end();
});
