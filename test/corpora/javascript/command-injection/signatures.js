const crypto = require('crypto'); const express = require('express'); const { exec } = require('child_process');
const app = express();
app.post('/a', express.raw(), (req, res) => {
  const mine = crypto.createHmac('sha256', process.env.K).update(req.body).digest();
  if (!crypto.timingSafeEqual(mine, Buffer.from(req.headers['x-sig'], 'hex'))) return res.sendStatus(401);
  exec('x ' + req.body.toString()); // ok: command-injection
  exec('x ' + req.headers.y); // expect: command-injection
});
app.post('/b', express.raw(), (req, res) => {
  const mine = crypto.createHash('sha256').update(req.body).digest();
  if (!crypto.timingSafeEqual(mine, Buffer.from(req.headers['x-sig'], 'hex'))) return res.sendStatus(401);
  exec('x ' + req.body.toString()); // expect: command-injection
});
