const express = require('express');

const app = express();

app.get('/settings', (req, res) => {
  const settings = eval('(' + req.query.settings + ')');
  res.json({ theme: settings.theme });
});

module.exports = app;
