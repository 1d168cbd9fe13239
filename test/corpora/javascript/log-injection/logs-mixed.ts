import express from 'express';
import winston from 'winston';
import pino from 'pino';
const logger = winston.createLogger();
const log = pino();
const app = express();
const clean = (text: string) => text.replace(/[\r\n]/g, ' ');
app.post('/login', (req, res) => {
  console.log('login ' + req.body.user); // expect: log-injection
  console.log('login ' + clean(req.body.user)); // ok: log-injection
  logger.info(`login ${req.body.user}`); // expect: log-injection
  log.info({ user: req.body.user }, 'login'); // ok: log-injection
  logger.info('login %s', JSON.stringify(req.body.user)); // ok: log-injection
  console.error('failed', Number(req.body.attempt)); // ok: log-injection
  res.end();
});
