const fs = require('fs');
const app = require('express')();

function withName(req, done) {
  done(null, './docs/' + req.query.doc);
}

app.get('/docs', (req, res) => {
  withName(req, (error, file) => {
    fs.readFile(file, 'utf8', (err, text) => res.json({ text })); // expect: path-traversal
  });
});

app.get('/list', (req, res) => {
  fs.readdir('./docs', (err, names) => { // ok: path-traversal
    names.forEach((name) => {
      fs.stat('./docs/' + name, () => {}); // ok: path-traversal
    });
    res.json(names);
  });
});

app.post('/many', (req, res) => {
  req.body.files.forEach((file) => {
    fs.unlink('./docs/' + file, () => {}); // expect: path-traversal
  });
  Promise.resolve(req.body.one)
    .then((one) => './docs/' + one)
    .then((one) => fs.rm(one, () => {})); // expect: path-traversal
  res.end();
});
