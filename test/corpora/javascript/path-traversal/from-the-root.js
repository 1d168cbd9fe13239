const path = require('path'); const fs = require('fs'); const ROOT = '/srv';
app.get('/', (req, res) => {
  const f = path.join(ROOT, path.normalize('/' + req.query.f));
  fs.readFileSync(f); // ok: path-traversal
  fs.readFileSync(path.normalize('/' + req.query.f)); // expect: path-traversal
  fs.readFileSync(path.join('/', req.query.f)); // expect: path-traversal
  fs.readFileSync(path.join(ROOT, path.join('/', req.query.f))); // ok: path-traversal
  fs.readFileSync(path.join(ROOT, path.normalize(req.query.f))); // expect: path-traversal
  fs.readFileSync(path.join(ROOT, '/' + req.query.f)); // expect: path-traversal
  const safe = path.normalize(req.query.f).replace(/^(\.\.(\/|\\|$))+/, '');
  fs.readFileSync(path.join(ROOT, safe)); // ok: path-traversal
  const unsafe = req.query.f.replace(/^(\.\.(\/|\\|$))+/, '');
  fs.readFileSync(path.join(ROOT, unsafe)); // expect: path-traversal
  fs.readFileSync(path.join(ROOT, path.resolve('/', req.query.f))); // ok: path-traversal
});
