const express = require('express');
const app = express();

async function looked(address) {
  try {
    const answer = await fetch('https://weather.example/' + encodeURIComponent(address));
    return [200, await answer.json()];
  } catch (error) {
    return [500, { error: { message: 'unreachable', address } }];
  }
}

app.get('/weather', async (req, res) => {
  const [status, data] = await looked(req.query.address);
  res.status(status).send(data); // ok: xss
});

function greeting(name) {
  return [200, 'Hello ' + name];
}

app.get('/greeting', (req, res) => {
  const [status, text] = greeting(req.query.name);
  res.status(status).send(text); // expect: xss
});

app.get('/saved', (req, res) => {
  res.set({ 'Content-Disposition': 'attachment; filename="name.txt"' });
  res.send('Hello ' + req.query.name); // ok: xss
});

app.get('/sent-on', async (req, res) => {
  await fetch('https://store.example/', { headers: { 'Content-Disposition': 'attachment; filename="a"' } });
  res.send('Hello ' + req.query.name); // expect: xss
});

app.get('/sent-on-by-form', (req, res) => {
  const form = new FormData();
  form.append('Content-Disposition', 'attachment');
  res.send('Hello ' + req.query.name); // expect: xss
});
