const crypto = require('crypto');
const { createHash, createHmac } = require('node:crypto');
const md5 = require('md5');
const CryptoJS = require('crypto-js');
const bcrypt = require('bcrypt');
const config = require('./config');
const ALGORITHM = 'sha1';

exports.a = (password) => crypto.createHash('md5').update(password).digest('hex'); // expect: weak-hash
exports.b = (password) => createHash('SHA1').update(password).digest('base64'); // expect: weak-hash
exports.c = (data) => createHash('sha256').update(data).digest('hex'); // ok: weak-hash
exports.d = (password) => md5(password); // expect: weak-hash
exports.e = (password) => CryptoJS.MD5(password).toString(); // expect: weak-hash
exports.f = (data) => CryptoJS.SHA256(data).toString(); // ok: weak-hash
exports.g = (password) => crypto.createHash(ALGORITHM).update(password).digest(); // expect: weak-hash
exports.h = (data, key) => createHmac('sha512', key).update(data).digest('hex'); // ok: weak-hash
exports.i = (password) => bcrypt.hash(password, 12); // ok: weak-hash
exports.k = (password, salt) => crypto.pbkdf2Sync(password, salt, 600000, 64, 'sha512'); // ok: weak-hash
exports.l = (data, strong) => crypto.createHash(strong ? 'sha512' : 'sha256').update(data).digest(); // ok: weak-hash
