const express = require('express');
const multiparty = require('multiparty');
const formidable = require('formidable');
const { Client } = require('ssh2');
const { NodeSSH } = require('node-ssh');
const Bluebird = require('bluebird');
const execAsync = require('exec-async');
const actions = require('@actions/exec');
const childProcess = Bluebird.promisifyAll(require('child_process'));
const { exec } = require('child_process');

const app = express();

app.post('/deploy', (req, res) => {
  const connection = new Client();
  connection.on('ready', () => {
    connection.exec(`git -C /srv checkout ${req.body.branch}`, () => res.end()); // expect: command-injection
    connection.exec('git -C /srv pull', () => res.end()); // ok: command-injection
  });
});

app.post('/restart', async (req, res) => {
  const ssh = new NodeSSH();
  await ssh.execCommand('systemctl restart ' + req.body.unit); // expect: command-injection
  await execAsync('systemctl status ' + req.body.unit); // expect: command-injection
  await actions.exec(`systemctl reload ${req.body.unit}`); // expect: command-injection
  await childProcess.exec('logger ' + req.body.note); // expect: command-injection
  res.end();
});

app.post('/upload', (req, res) => {
  const form = new multiparty.Form();
  form.on('part', (part) => {
    exec('file ' + part.filename); // expect: command-injection
  });
  form.parse(req, (error, fields) => {
    exec('echo ' + fields.title); // expect: command-injection
    res.end();
  });
});

app.post('/scan', (req, res) => {
  const form = formidable();
  form.on('file', (name, file) => {
    exec('clamscan ' + file.originalFilename); // expect: command-injection
    exec('clamscan /uploads'); // ok: command-injection
  });
});
