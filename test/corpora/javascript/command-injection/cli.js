#!/usr/bin/env node
const { exec } = require('child_process');
const shell = require('shelljs');
const quote = require('shell-quote').quote;

const branch = process.argv[2];
exec('git checkout ' + branch); // expect: command-injection
shell.exec(quote(['git', 'checkout', branch])); // ok: command-injection
shell.exec(`git push origin ${branch}`); // expect: command-injection
exec('git status --short'); // ok: command-injection
