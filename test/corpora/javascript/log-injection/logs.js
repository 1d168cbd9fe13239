const winston = require('winston');
const express = require('express');

const logger = winston.createLogger({ transports: [new winston.transports.Console()] });
const app = express();

app.post('/login', (req, res) => {
  logger.info('Login of ' + req.body.user); // expect: log-injection
  logger.warn(`Login of ${req.body.user.replace(/[\r\n]/g, '')}`); // ok: log-injection
  console.log('failed for %s', req.query.user); // expect: log-injection
  console.log('attempt', Number(req.body.attempt)); // ok: log-injection
  logger.info('Login of ' + encodeURIComponent(req.body.user)); // ok: log-injection
  res.end();
});

app.listen(80, () => {
  console.log('listening on ' + process.env.PORT); // ok: log-injection
});
