const express = require('express');
const orders = require('./routes/orders');

const app = express();
app.use(express.json());
app.get('/orders', orders.list);
app.get('/orders/:id', orders.show);
app.post('/orders/report', orders.report);
module.exports = app;
