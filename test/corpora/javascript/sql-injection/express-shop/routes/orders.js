const { Router } = require('express');
const { EventEmitter } = require('events');
const { exec, execFile } = require('child_process');
const fs = require('fs');
const path = require('path');
const { only } = require('../lib/middleware');

const bus = new EventEmitter();
bus.on('print', (file, copies) => {
  exec(`lp -n ${copies} ${file}`); // expect: command-injection
});
bus.on('archive', ({ file }) => execFile('tar', ['czf', '/out.tgz', '--', file])); // ok: command-injection

module.exports = (db) => {
  const router = Router();
  router.get('/', async (req, res) => {
    const q = db.from('orders').where('id', req.query.id);
    const rows = await db.runSafe(q);
    const more = await db.run(db.from('orders').raw(req.query.filter));
    res.json([rows, more]);
  });
  router.get('/tenant', (req, res, next) => {
    db.schema(req.query.tenant, (c) => c.query('SELECT 1')).then((r) => res.json(r.rows)).catch(next);
  });
  router.post('/print', ({ body: { file, copies = 1 } }, res) => {
    bus.emit('print', file, Number(copies));
    bus.emit('archive', { file });
    res.sendStatus(202);
  });
  router.get('/lang', (req, res) => {
    fs.readFile(`./lang/${res.locals.lang}.json`, 'utf8', (err, text) => { // expect: path-traversal
      if (err) return res.sendStatus(404);
      res.json(JSON.parse(text));
    });
  });
  router.get('/kind/:kind', only('a', 'b'), (req, res) => {
    res.send(fs.readFileSync(path.join('/srv', req.params.kind + '.txt'), 'utf8')); // ok: path-traversal
  });
  router.get('/flags', (req, res) => {
    const html = Object.keys(req.flags).map((k) => `<li>${k}</li>`).join('');
    res.send(`<ul>${html}</ul>`); // expect: xss
  });
  router.get('/count', (req, res) => {
    const counts = [].concat(req.query.ids ?? []).reduce((all, id) => ({ ...all, [id]: 1 }), {});
    res.send(`<b>${Object.keys(counts).length}</b>`); // ok: xss
  });
  router.get('/gen', (req, res) => {
    function* parts() {
      yield '<ul>';
      for (const x of req.query.x) yield `<li>${x}</li>`;
      yield '</ul>';
    }
    res.send([...parts()].join('')); // expect: xss
  });
  router.get('/late', async (req, res) => {
    let name = req.query.name;
    const lookup = () => exec(`finger ${name}`); // ok: command-injection
    name = 'root';
    lookup();
    let other = 'root';
    const lookup2 = () => exec(`finger ${other}`); // expect: command-injection
    other = req.query.name;
    lookup2();
    res.end();
  });
  return router;
};
