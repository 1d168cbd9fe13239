const { writeFile } = require('fs/promises');
const express = require('express');

const app = express();
app.use(express.json());

app.post('/notes', async (req, res) => {
  await writeFile(`notes/${req.body.name}.txt`, req.body.text);
  res.sendStatus(201);
});

module.exports = app;
