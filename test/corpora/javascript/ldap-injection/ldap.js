const ldap = require('ldapjs');
const escape = require('ldap-escape');
const express = require('express');

const client = ldap.createClient({ url: 'ldap://directory.local' });
const app = express();

app.get('/user', (req, res) => {
  const filter = `(&(objectClass=person)(uid=${req.query.uid}))`;
  client.search('ou=people,dc=acme', { filter, scope: 'sub' }, (err, found) => { // expect: ldap-injection
    found.on('searchEntry', (entry) => res.json(entry.object));
  });
});

app.get('/safe', (req, res) => {
  const filter = '(uid=' + escape.filter`${req.query.uid}` + ')';
  client.search('ou=people,dc=acme', { filter }, () => res.end()); // ok: ldap-injection
});

app.get('/object', (req, res) => {
  const filter = new ldap.EqualityFilter({ attribute: 'uid', value: req.query.uid });
  client.search('ou=people,dc=acme', { filter }, () => res.end()); // ok: ldap-injection
});

app.post('/login', (req, res) => {
  const dn = 'uid=' + req.body.user + ',ou=people,dc=acme';
  client.bind(dn, req.body.password, (err) => res.json({ ok: !err })); // expect: ldap-injection
});
