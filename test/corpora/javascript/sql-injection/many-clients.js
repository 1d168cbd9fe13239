const express = require('express');
const mysql = require('mysql2/promise');
const sqlite3 = require('sqlite3').verbose();
const Database = require('better-sqlite3');
const knex = require('knex')({ client: 'pg' });
const { Sequelize, QueryTypes } = require('sequelize');
const mssql = require('mssql');
const util = require('util');

const app = express();
const pool = mysql.createPool({ host: 'localhost' });
const lite = new sqlite3.Database(':memory:');
const better = new Database('app.db');
const sequelize = new Sequelize(process.env.DB_URL);

app.get('/mysql', async (req, res) => {
  const [a] = await pool.query(`SELECT * FROM users WHERE name = '${req.query.name}'`); // expect: sql-injection
  const [b] = await pool.query('SELECT * FROM users WHERE name = ?', [req.query.name]); // ok: sql-injection
  const [c] = await pool.execute('SELECT * FROM users WHERE name = ' + pool.escape(req.query.name)); // ok: sql-injection
  const [d] = await pool.query(util.format('SELECT * FROM users WHERE id = %s', req.query.id)); // expect: sql-injection
  const [e] = await pool.query(util.format('SELECT * FROM users WHERE id = %d', req.query.id)); // ok: sql-injection
  const conn = await pool.getConnection();
  await conn.query({ sql: 'DELETE FROM t WHERE id=' + req.body.id, timeout: 400 }); // expect: sql-injection
  res.json({ a, b, c, d, e });
});

app.get('/sqlite', (req, res) => {
  lite.all('SELECT * FROM t WHERE x = "' + req.query.x + '"', (err, rows) => { // expect: sql-injection
    res.json(rows);
  });
  lite.get('SELECT * FROM t WHERE x = ?', req.query.x, (err, row) => {}); // ok: sql-injection
  lite.each(['SELECT * FROM t WHERE y =', req.query.y].join(' '), () => {}); // expect: sql-injection
  better.prepare('SELECT * FROM t WHERE x = ?').get(req.query.x); // ok: sql-injection
  better.prepare(`SELECT * FROM t ORDER BY ${req.query.order}`).all(); // expect: sql-injection
  better.exec('DROP TABLE ' + req.query.table); // expect: sql-injection
});

app.post('/knex', async (req, res) => {
  await knex('users').where('id', req.body.id).first(); // ok: sql-injection
  await knex('users').whereRaw('id = ' + req.body.id); // expect: sql-injection
  await knex('users').whereRaw('id = ?', [req.body.id]); // ok: sql-injection
  await knex.raw('select * from users where id = ?', [req.body.id]); // ok: sql-injection
  await knex.raw(`select * from users where id = ${req.body.id}`); // expect: sql-injection
  await knex('users').select('*').orderByRaw(req.body.sort); // expect: sql-injection
  res.end();
});

app.post('/sequelize', async (req, res) => {
  await sequelize.query('SELECT * FROM u WHERE n = :n', { replacements: { n: req.body.n }, type: QueryTypes.SELECT }); // ok: sql-injection
  await sequelize.query("SELECT * FROM u WHERE n = '".concat(req.body.n, "'"), { type: QueryTypes.SELECT }); // expect: sql-injection
  const lit = sequelize.literal('CASE WHEN ' + req.body.when + ' THEN 1 END'); // expect: sql-injection
  res.json(lit);
});

app.post('/mssql', async (req, res) => {
  const request = new mssql.Request();
  request.input('id', mssql.Int, req.body.id);
  await request.query('select * from t where id = @id'); // ok: sql-injection
  await request.query('select * from t where id = ' + req.body.id); // expect: sql-injection
  await mssql.query`select * from t where id = ${req.body.id}`; // ok: sql-injection
  res.end();
});
