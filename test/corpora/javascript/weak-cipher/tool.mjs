#!/usr/bin/env node
import { program } from 'commander';
import { execSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createHash, createHmac, createCipheriv, randomBytes, generateKeyPairSync } from 'node:crypto';
import { parseArgs } from 'node:util';
import yargs from 'yargs';

program.option('-d, --dir <dir>').parse();
const { dir } = program.opts();
execSync(`du -sh ${dir}`); // expect: command-injection
spawnSync('du', ['-sh', dir]); // ok: command-injection
const { values } = parseArgs({ options: { name: { type: 'string' }, level: { type: 'string' } } });
execSync(`git tag ${values.name}`); // expect: command-injection
const argv = yargs(process.argv.slice(2)).argv;
execSync(`git push ${argv.remote}`); // expect: command-injection
console.log(readFileSync(process.argv[2], 'utf8')); // ok: path-traversal
const checksum = createHash('md5').update(readFileSync('f')).digest('hex'); // expect: weak-hash
const etag = createHash('sha256').update('x').digest('hex'); // ok: weak-hash
const iv = Buffer.alloc(16, 0);
const c = createCipheriv('aes-256-cbc', randomBytes(32), iv); // expect: weak-cipher
const d = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12)); // ok: weak-cipher
const e = createCipheriv('aes-128-ecb', randomBytes(16), null); // expect: weak-cipher
generateKeyPairSync('rsa', { modulusLength: 1024 }); // expect: weak-cipher
generateKeyPairSync('rsa', { modulusLength: 4096 }); // ok: weak-cipher
const mac = createHmac('sha256', 'not-a-very-good-key').update('x'); // expect: hard-coded-secret
const sessionId = 'sess_' + Date.now() + Math.random().toString(16); // expect: weak-random
const color = ['red', 'blue'][Math.floor(Math.random() * 2)]; // ok: weak-random
const password = Array.from({ length: 12 }, () => 'abcdef'[Math.floor(Math.random() * 6)]).join(''); // expect: weak-random
const apiToken = randomBytes(24).toString('base64url'); // ok: weak-random
writeFileSync('/tmp/tool.lock', String(process.pid)); // expect: insecure-temporary-file
export default { checksum, etag, c, d, e, mac, sessionId, color, password, apiToken };
