// Data in a field of an object whose making is not seen stays in that field.
const { exec } = require('node:child_process');
const app = require('express')();
const { openJob } = require('printing-kit');

function ticket(printer, title) {
  const job = openJob(printer);
  job.title = title.trim();
  return job;
}

app.post('/print', (req, res) => {
  const job = ticket('lobby', req.query.title);
  exec('lp -t ' + job.title); // expect: command-injection
  exec('lp -d ' + job.printer); // ok: command-injection
  job.options.cover.text = req.query.text;
  exec('banner ' + job.options.cover.text); // expect: command-injection
  exec('banner ' + job.options.back.text); // ok: command-injection
  job['queue'] = req.query.queue;
  exec('lp -d ' + job['queue']); // expect: command-injection
  exec('lp -d ' + job['tray']); // ok: command-injection
  const plain = openJob('lobby');
  plain.title = 'cover';
  exec('lp -t ' + plain.title); // ok: command-injection
  res.end();
});
