const app = require('express')();

const markup = /[<>"'&]/;

app.get('/greet', (req, res) => {
  const { name } = req.query;
  if (markup.test(name)) return res.sendStatus(400);
  res.send(`<p>Hello ${name}</p>`); // ok: xss
});

app.get('/tag', (req, res) => {
  const found = /<|>/.exec(req.query.tag);
  if (found) {
    res.status(400).send(`<i>${req.query.tag}</i>`); // expect: xss
  } else {
    res.send(`<b>${req.query.tag}</b>`); // ok: xss
  }
});

app.get('/page', (req, res) => {
  if (/[<>]/.exec(req.query.title) === null) res.send('<h1>' + req.query.title); // ok: xss
});

app.get('/alt', (req, res) => {
  // It asks only how the text begins.
  if (!/^[<>]/.test(req.query.alt)) res.send('<h1>' + req.query.alt); // expect: xss
});

app.get('/quote', (req, res) => {
  if (!/["']/.test(req.query.quote)) res.send('<q>' + req.query.quote); // expect: xss
});

app.get('/year', (req, res) => {
  const year = /^\d{4}$/.exec(req.query.year);
  if (!year) return res.sendStatus(404);
  res.send(`<h2>${req.query.year}</h2>`); // ok: xss
});

app.get('/slug', (req, res) => {
  if (req.query.slug.match(/[^\w-]/)) return res.sendStatus(404);
  res.send(`<a name="${req.query.slug}">`); // ok: xss
});

app.get('/stripped', (req, res) => {
  res.send('<p>' + req.query.a.replace(/[<>]/g, '')); // ok: xss
  res.send('<p>' + req.query.b.replace(/[<>]/, '')); // expect: xss
  res.send('<p>' + req.query.c.replace(/[<>]/g, '<')); // expect: xss
});
