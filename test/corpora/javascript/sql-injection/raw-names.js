const sift = require('sift');
const pgp = require('pg-promise')();

const db = pgp(process.env.DATABASE_URL);

module.exports = (app) => {
  app.get('/orders', async (req, res) => {
    await db.any('SELECT * FROM orders ORDER BY ${column:raw}', { column: req.query.column }); // expect: sql-injection
    await db.any('SELECT * FROM orders ORDER BY $1^', [req.query.column]); // expect: sql-injection
    await db.any('SELECT * FROM orders ORDER BY ${column:name}', { column: req.query.column }); // ok: sql-injection
    await db.any('SELECT * FROM orders WHERE id = ${id}', { id: req.query.id }); // ok: sql-injection
    res.json([].filter(sift({ $where: req.query.filter }))); // expect: code-injection
  });
};
