import express from 'express';
import pg from 'pg';

const pool = new pg.Pool();
const router = express.Router();

async function findUser(name) {
  const client = await pool.connect();
  try {
    const result = await client.query(`SELECT * FROM users WHERE name = '${name}'`); // expect: sql-injection
    return result.rows[0];
  } finally {
    client.release();
  }
}

async function countUsers(city) {
  const { rows } = await pool.query('SELECT count(*) FROM users WHERE city = $1', [city]); // ok: sql-injection
  return rows[0].count;
}

router.get('/users/:name', async (req, res) => {
  const user = await findUser(req.params.name);
  res.json(user);
});

router.get('/count', async (req, res) => {
  res.json({ count: await countUsers(req.query.city) });
});

router.delete('/users', async (req, res, next) => {
  try {
    const ids = req.body.ids.map((id) => Number(id)).join(',');
    await pool.query('DELETE FROM users WHERE id IN (' + ids + ')'); // ok: sql-injection
    const names = req.body.names.map((n) => "'" + n + "'").join(',');
    await pool.query('DELETE FROM users WHERE name IN (' + names + ')'); // expect: sql-injection
    res.sendStatus(204);
  } catch (error) {
    next(error);
  }
});

export default router;
