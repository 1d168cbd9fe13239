const app = require('express')();
const accounts = require('./controllers/accounts');

app.get('/reset', accounts.reset);
app.get('/reset2', accounts.resetSafely);
app.get('/show', accounts.show);
app.post('/search', accounts.search);
app.get('/:id', accounts.byId);
