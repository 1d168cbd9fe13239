const { exec, execSync, execFile, spawn } = require('node:child_process');
const util = require('node:util');
const express = require('express');

const run = util.promisify(exec);
const app = express();

app.get('/ping', (req, res) => {
  exec('ping -c 1 ' + req.query.host, (error, stdout) => res.send({ stdout })); // expect: command-injection
});

app.get('/ping2', (req, res) => {
  execFile('ping', ['-c', '1', req.query.host], (error, stdout) => res.send({ stdout })); // ok: command-injection
});

app.get('/lookup', async (req, res) => {
  const { stdout } = await run(`nslookup ${req.query.name}`); // expect: command-injection
  res.send({ stdout });
});

app.get('/log/:n', (req, res) => {
  const n = Number.parseInt(req.params.n, 10);
  res.send({ out: execSync(`tail -n ${n} app.log`).toString() }); // ok: command-injection
});

app.post('/convert', (req, res) => {
  const child = spawn('convert', [req.body.from, req.body.to], { shell: true }); // expect: command-injection
  child.on('close', () => res.end());
});

app.post('/convert2', (req, res) => {
  const child = spawn('convert', ['in.png', req.body.to]); // expect: argument-injection
  child.on('close', () => res.end());
});

app.post('/script', (req, res) => {
  spawn('sh', ['-c', `echo ${req.body.text}`]); // expect: command-injection
  spawn(req.body.tool, []); // expect: command-injection
  res.end();
});

app.post('/service', (req, res) => {
  const { action } = req.body;
  if (!/^(start|stop|status)$/.test(action)) return res.sendStatus(400);
  exec(`systemctl ${action} web`, () => res.end()); // ok: command-injection
});
