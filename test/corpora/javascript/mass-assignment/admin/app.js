const express = require('express');
const bodyParser = require('body-parser');
const cookieSession = require('cookie-session');
const passport = require('passport');
const users = require('./controllers/users');
const files = require('./controllers/files');
const hooks = require('./controllers/hooks');

const app = express();
app.use(bodyParser.json());
app.use(cookieSession({ name: 'session', keys: [process.env.K1], secure: true, httpOnly: true })); // ok: insecure-cookie
app.use((req, res, next) => {
  res.header('Access-Control-Allow-Origin', req.headers.origin); // expect: cors-misconfiguration
  res.header('Access-Control-Allow-Credentials', 'true');
  next();
});
app.get('/users', users.list);
app.get('/users/:id', users.show.bind(users));
app.put('/users/:id', users.update);
app.post('/users/login', users.login);
app.use('/files', files);
app.post('/hooks/:name', hooks.receive);
app.use(express.static('public', { dotfiles: 'allow' }));
module.exports = app;
