const winston = require('winston');
const pino = require('pino')();
const express = require('express');
const ldap = require('ldapjs');
const app = express();
const logger = winston.createLogger({});

app.post('/login', (req, res) => {
  logger.info(`login of ${req.body.user}`); // expect: log-injection
  logger.info('login of ' + req.body.user.replace(/[\r\n]/g, '')); // ok: log-injection
  logger.info('login', { user: JSON.stringify(req.body.user) }); // ok: log-injection
  pino.info('attempt number %d', Number(req.body.n)); // ok: log-injection
  res.setHeader('X-User', req.body.user); // ok: header-injection
  const re = new RegExp(req.query.filter); // expect: regex-injection
  const safe = new RegExp(req.query.filter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')); // ok: regex-injection
  /^(a+)+$/.test(req.query.word); // expect: redos
  /^[a-z]+$/.test(req.query.word); // ok: redos
  const client = ldap.createClient({ url: 'ldap://localhost' });
  client.search('ou=people', { filter: `(uid=${req.body.user})` }, () => {}); // expect: ldap-injection
  client.search('ou=people', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: req.body.user }) }, () => {}); // ok: ldap-injection
  res.json([re, safe]);
});
