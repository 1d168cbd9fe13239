const router = require('express').Router();
const Joi = require('joi');
const yup = require('yup');
const { body, param, validationResult, matchedData } = require('express-validator');
const pool = require('./pool');
const schema = Joi.object({ id: Joi.number().integer().required(), sort: Joi.string().valid('a', 'b'), note: Joi.string() });
router.post('/joi', (req, res) => {
  const { error, value } = schema.validate(req.body);
  if (error) return res.status(400).end();
  pool.query(`SELECT * FROM t WHERE id = ${value.id} ORDER BY ${value.sort}`); // ok: sql-injection
  pool.query(`SELECT * FROM t WHERE note = '${value.note}'`); // expect: sql-injection
  pool.query(`SELECT * FROM t WHERE id = ${req.body.id}`); // ok: sql-injection
});
router.post('/ev', body('age').isInt(), body('name').isString(), (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).json(errors.array());
  pool.query('SELECT * FROM t WHERE age = ' + req.body.age); // ok: sql-injection
  pool.query("SELECT * FROM t WHERE name = '" + req.body.name + "'"); // expect: sql-injection
});
router.get('/yup', async (req, res) => {
  const { page } = await yup.object({ page: yup.number().required() }).validate(req.query);
  pool.query(`SELECT * FROM t OFFSET ${page}`); // ok: sql-injection
});
router.get('/manual', (req, res) => {
  const id = Number.parseInt(req.query.id, 10);
  if (Number.isNaN(id)) return res.sendStatus(400);
  pool.query('SELECT * FROM t WHERE id = ' + id); // ok: sql-injection
  const cols = ['a', 'b'];
  if (!cols.includes(req.query.c)) return res.sendStatus(400);
  pool.query('SELECT ' + req.query.c + ' FROM t'); // ok: sql-injection
  switch (req.query.s) {
    case 'x': case 'y': pool.query('SELECT 1 ORDER BY ' + req.query.s); break; // ok: sql-injection
    default: pool.query('SELECT 2 ORDER BY ' + req.query.s); // expect: sql-injection
  }
  pool.query('SELECT * FROM ' + pool.escapeId(req.query.t)); // ok: sql-injection
  if (typeof req.query.n === 'number') pool.query('SELECT ' + req.query.n); // ok: sql-injection
});
module.exports = router;
