const app = require('express')();

app.get('/report', async (req, res) => {
  try {
    res.json(await build());
  } catch (err) {
    res.status(500).send(err.stack); // expect: information-exposure
  }
});

app.get('/env', (req, res) => {
  res.json(process.env); // expect: information-exposure
  res.json({ env: process.env.NODE_ENV }); // ok: information-exposure
});

app.use((error, req, res, next) => {
  console.error(error.stack); // ok: information-exposure
  res.status(500).json({ error: 'Something went wrong' }); // ok: information-exposure
});

app.use((error, req, res, next) => {
  res.status(500).json({ message: 'failed', trace: error.stack }); // expect: information-exposure
});

async function build() {
  return {};
}
