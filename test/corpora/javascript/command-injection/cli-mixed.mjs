#!/usr/bin/env node
import { execSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import readline from 'node:readline';

const [, , target] = process.argv;
execSync('tar czf backup.tgz ' + target); // expect: command-injection
spawnSync('tar', ['czf', 'backup.tgz', '--', target]); // ok: command-injection

const rl = readline.createInterface({ input: process.stdin });
rl.on('line', (line) => {
  execSync(`echo ${line} >> notes.txt`); // expect: command-injection
});
const { values } = parseArgs({ options: { verbose: { type: 'boolean' } } });
execSync(values.verbose ? 'make V=1' : 'make'); // ok: command-injection
