import { exec } from '@actions/exec';
import { execaCommand } from 'execa';
import express from 'express';

const app = express();

// A command that is a text is split at its blanks: no shell reads it.
app.get('/clone', async (req, res) => {
  const url = String(req.query.url);
  await execaCommand(`git clone ${url}`); // expect: argument-injection
  await execaCommand(`git clone -- ${url}`); // ok: argument-injection, command-injection
  await execaCommand(`git clone ${url}`, { shell: true }); // expect: command-injection
  await execaCommand(`resize ${url}`); // expect: command-injection
  await execaCommand(url); // expect: command-injection
  await exec(`git fetch origin ${url}`); // expect: argument-injection
  await exec(url); // expect: command-injection
  if (!/^\w+$/.test(url)) return res.sendStatus(400);
  await execaCommand(`git clone https://git.example.com/${url}`); // ok: argument-injection, command-injection
  res.end();
});
