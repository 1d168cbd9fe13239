const ldap = require('ldapjs');
const express = require('express');
const client = ldap.createClient({ url: 'ldap://dir' });
const app = express();
const esc = (s) => s.replace(/[\\*()\0]/g, (c) => '\\' + c.charCodeAt(0).toString(16).padStart(2, '0'));
app.get('/a', (req, res) => {
  client.search('ou=people', { filter: `(uid=${req.query.uid})` }, () => res.end()); // expect: ldap-injection
  client.search('ou=people', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: req.query.uid }) }, () => {}); // ok: ldap-injection
});
