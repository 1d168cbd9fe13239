const crypto = require('crypto');
const { createHash } = require('node:crypto');
const md5 = require('md5');
const bcrypt = require('bcrypt');

const ALGORITHM = 'sha1';

function store(password) {
  return crypto.createHash('md5').update(password).digest('hex'); // expect: weak-hash
}

function store2(password, salt) {
  return createHash(ALGORITHM).update(salt + password).digest('base64'); // expect: weak-hash
}

function store3(password) {
  return md5(password); // expect: weak-hash
}

function good(password) {
  crypto.createHash('sha256').update(password).digest(); // ok: weak-hash
  crypto.createHash('SHA-512').update(password).digest(); // ok: weak-hash
  crypto.createHmac('sha256', process.env.KEY).update(password); // ok: weak-hash
  return bcrypt.hashSync(password, 12); // ok: weak-hash
}

function derive(password, salt) {
  crypto.pbkdf2Sync(password, salt, 600000, 32, 'sha512'); // ok: weak-hash
  return crypto.pbkdf2Sync(password, salt, 100, 32, 'sha512'); // expect: weak-hash
}

const algorithms = { strong: 'sha3-256', weak: 'md4' };
crypto.createHash(algorithms.strong); // ok: weak-hash
crypto.createHash(algorithms.weak); // expect: weak-hash
crypto.createHash(process.env.HASH); // ok: weak-hash
module.exports = { store, store2, store3, good, derive };
