// Arguments that a function passes on, and elements of lists that are put together, are not mixed.
const fs = require('fs');
const path = require('path');
const express = require('express');
const app = express();
function bindEach(target, names) {
  for (const name of names) target[name] = target[name].bind(target);
}
class Log {
  constructor() { bindEach(this, ['one', 'two']); }
  one(...args) { return this.write('one.log', ...args); }
  two(file, text) { fs.appendFileSync(file, text); } // expect: path-traversal
  write(file, text) { fs.appendFileSync('/var/log/' + file, text); } // ok: path-traversal
}
const log = new Log();
const wrap = (fn) => function (...args) { return fn.apply(this, args); };
const save = wrap((file, text) => {
  fs.writeFileSync(file, text); // ok: path-traversal
});
const save2 = wrap((file, text) => {
  fs.writeFileSync(file, text); // expect: path-traversal
});
const save3 = (...args) => save4(...args);
function save4(file, text) {
  fs.writeFileSync(file, text); // ok: path-traversal
}
app.post('/a', (req, res) => {
  log.one(req.body.text);
  log.two(req.body.file, 'x');
  save('/srv/x', req.body.text);
  save2(req.body.file, 'x');
  save3('/srv/x', req.body.text);
  const first = ['/srv/a'];
  const all = first.concat([req.body.text]);
  fs.readFileSync(all[0]); // ok: path-traversal
  fs.readFileSync(all[1]); // expect: path-traversal
  const spread = ['/srv/x', ...all];
  fs.readFileSync(spread[1]); // ok: path-traversal
  const unknowns = ['/srv/a'].concat(req.body.list);
  fs.readFileSync(unknowns[1]); // expect: path-traversal
});
