const jwt = require('jsonwebtoken');
const session = require('express-session');
const crypto = require('crypto');
const mysql = require('mysql');
const mongoose = require('mongoose');
const config = require('./config');

// One issue, reported where the secret is written.
exports.token = (user) => jwt.sign({ user }, config.jwt.secret);
exports.token2 = (user) => jwt.sign({ user }, process.env.JWT_SECRET); // ok: hard-coded-secret

exports.sessions = session({ secret: 'keyboard cat', cookie: { secure: true } }); // expect: hard-coded-secret
exports.sessions2 = session({ secret: config.SESSION_KEY, cookie: { secure: true } }); // ok: hard-coded-secret

exports.hmac = (data) => crypto.createHmac('sha256', 'a-fixed-key').update(data); // expect: hard-coded-secret
exports.hmac2 = (data, key) => crypto.createHmac('sha256', key).update(data); // ok: hard-coded-secret

exports.db = mysql.createConnection({ host: config.db.host, user: 'root', password: 'Tr0ub4dor' }); // expect: hard-coded-secret
exports.db2 = mysql.createConnection({ host: config.db.host, user: 'root', password: process.env.DB_PASSWORD }); // ok: hard-coded-secret

mongoose.connect('mongodb://admin:hunter2@db.acme.test/app'); // expect: hard-coded-secret
mongoose.connect('mongodb://localhost:27017/app'); // ok: hard-coded-secret
