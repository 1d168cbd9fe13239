const { Router } = require('express');
const employees = require('../services/employees');
const { audit, logFor, logForSafe } = require('../utils/audit');
const { check, idParam, codeQuery } = require('../middleware/validate');
const { query, validationResult } = require('express-validator');
const { db } = require('../db/client');
const { execFile, exec } = require('node:child_process');

const router = Router();
const wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);

router.get('/', wrap(async (req, res) => res.json(await employees.list(req.query))));
router.post('/search', wrap(async (req, res) => {
  res.json(await employees.search(req.body));
}));
router.post('/search2', wrap(async (req, res) => {
  res.json(await employees.searchSafely(req.body));
}));
router.get('/by/:field/:value', wrap(async (req, res) => res.json(await employees.byField(req.params.field, req.params.value))));
router.post('/raise', wrap(async (req, res) => res.json(await employees.raise(req.body.ids, req.body.percent))));

router.get('/:id', check(idParam), wrap(async (req, res) => {
  const rows = await db.p.query('select * from employees where id = ' + req.params.id); // ok: sql-injection
  res.json(rows);
}));
router.get('/code/lookup', codeQuery, wrap(async (req, res) => {
  // nobody asks whether the check passed
  const rows = await db.p.query(`select * from employees where code = '${req.query.code}'`); // expect: sql-injection
  res.json(rows);
}));
router.get('/code/lookup2', query('code').isAlphanumeric(), wrap(async (req, res) => {
  validationResult(req).throw();
  const rows = await db.p.query(`select * from employees where code = '${req.query.code}'`); // ok: sql-injection
  res.json(rows);
}));
router.get('/code/lookup3', query('code').isAlphanumeric(), wrap(async (req, res) => {
  const result = validationResult(req);
  if (result.isEmpty()) {
    const rows = await db.p.query(`select * from employees where code = '${req.query.code}'`); // ok: sql-injection
    return res.json(rows);
  }
  res.status(400).send('bad');
}));
router.get('/:id/audit', wrap(async (req, res) => {
  audit(req.user.name, `read ${req.params.id}`);
  res.type('text/plain').send(logFor(req.params.id)); // ok: xss
}));
router.get('/:id/audit2', wrap(async (req, res) => res.type('text/plain').send(logForSafe(req.params.id))));
router.get('/:id/photo', (req, res, next) => {
  const size = req.query.size || '200x200';
  exec(`convert photos/${parseInt(req.params.id)}.png -resize ${size} out.png`, (err) => { // expect: command-injection
    if (err) return next(err);
    res.sendFile('out.png', { root: __dirname }); // ok: path-traversal
  });
});
router.get('/:id/photo2', (req, res, next) => {
  const size = /^\d{1,4}x\d{1,4}$/.test(req.query.size) ? req.query.size : '200x200';
  exec(`convert photos/${parseInt(req.params.id)}.png -resize ${size} out.png`, next); // ok: command-injection
});
router.get('/:id/photo3', (req, res, next) => {
  execFile('convert', [`photos/${req.params.id | 0}.png`, '-resize', String(req.query.size), 'out.png'], next); // ok: command-injection
});
module.exports = router;
