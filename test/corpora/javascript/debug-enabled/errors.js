const express = require('express');
const errorhandler = require('errorhandler');

const app = express();
if (process.env.NODE_ENV === 'development') {
  app.use(errorhandler()); // ok: debug-enabled
}

const other = express();
other.use(errorhandler()); // expect: debug-enabled
module.exports = { app, other };
