const express = require('express');
const ldap = require('ldapjs');

const app = express();
const client = ldap.createClient({ url: 'ldaps://directory.example' });

app.get('/people', (req, res) => {
  const filter = `(&(uid=${req.query.uid})(userPassword=${req.query.password}))`;
  client.search('ou=people', { filter }, (error, found) => {
    if (error) return res.status(400).end('bad filter');
    const names = [];
    found.on('searchEntry', (entry) => names.push(entry.object.uid));
    found.on('end', () => res.json(names));
  });
});

module.exports = app;
