const express = require('express');
const mysql = require('mysql2/promise');
const { Pool } = require('pg');
const { MongoClient, ObjectId } = require('mongodb');
const mongoose = require('mongoose');
const { Sequelize, QueryTypes, literal } = require('sequelize');
const knex = require('knex')({ client: 'pg' });
const Database = require('better-sqlite3');
const format = require('pg-format');
const sequelize = new Sequelize(process.env.DB);
const pool = new Pool();
const lite = new Database('a.db');
const app = express();
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
const User = mongoose.model('User', new mongoose.Schema({ name: String, password: String }));

app.get('/1', async (req, res) => {
  const { rows } = await pool.query(`SELECT * FROM t WHERE id = ${req.query.id}`); // expect: sql-injection
  await pool.query('SELECT * FROM t WHERE id = $1', [req.query.id]); // ok: sql-injection
  await pool.query({ text: 'SELECT * FROM t WHERE n = $1', values: [req.query.n] }); // ok: sql-injection
  await pool.query({ text: "SELECT * FROM t WHERE n = '" + req.query.n + "'" }); // expect: sql-injection
  await pool.query(format('SELECT * FROM %I WHERE n = %L', req.query.t, req.query.n)); // ok: sql-injection
  await pool.query(format('SELECT * FROM %s', req.query.t)); // expect: sql-injection
  res.json(rows);
});

app.get('/2', async (req, res) => {
  const con = await mysql.createConnection({ host: 'db' });
  await con.execute('SELECT * FROM t WHERE n = ?', [req.query.n]); // ok: sql-injection
  await con.query('SELECT * FROM t ORDER BY ' + con.escapeId(req.query.o)); // ok: sql-injection
  await con.query('SELECT * FROM t ORDER BY ' + req.query.o); // expect: sql-injection
  await con.query(`SELECT * FROM t LIMIT ${parseInt(req.query.l, 10)}`); // ok: sql-injection
  await con.query(`SELECT * FROM t LIMIT ${Number(req.query.l) || 10}`); // ok: sql-injection
  await con.query(`SELECT * FROM t ORDER BY id ${req.query.dir === 'desc' ? 'DESC' : 'ASC'}`); // ok: sql-injection
  const sortable = { name: 'n', age: 'a' };
  await con.query(`SELECT * FROM t ORDER BY ${sortable[req.query.o] ?? 'n'}`); // ok: sql-injection
  const ids = req.body.ids.map((i) => con.escape(i)).join(',');
  await con.query(`SELECT * FROM t WHERE id IN (${ids})`); // ok: sql-injection
  const raw = req.body.ids.map((i) => `'${i}'`).join(',');
  await con.query(`SELECT * FROM t WHERE id IN (${raw})`); // expect: sql-injection
  res.end();
});

app.post('/3', async (req, res) => {
  const db = (await MongoClient.connect(process.env.M)).db('x');
  await db.collection('u').findOne({ name: req.body.name, password: req.body.password }); // expect: nosql-injection
  await db.collection('u').findOne({ name: String(req.body.name) }); // ok: nosql-injection
  await db.collection('u').findOne({ name: { $eq: req.body.name } }); // ok: nosql-injection
  await db.collection('u').findOne({ _id: new ObjectId(req.body.id) }); // ok: nosql-injection
  await db.collection('u').find({ $where: `this.n == '${req.body.n}'` }).toArray(); // expect: nosql-injection
  await User.find(req.body); // expect: nosql-injection
  await User.findById(req.params.id); // ok: nosql-injection
  if (typeof req.body.name !== 'string') return res.sendStatus(400);
  await db.collection('u').deleteMany({ name: req.body.name }); // ok: nosql-injection
  await User.updateOne({ name: req.body.name }, { $set: { seen: true } }); // ok: nosql-injection
  res.end();
});

app.get('/4', async (req, res) => {
  await sequelize.query('SELECT * FROM u WHERE n = :n', { replacements: { n: req.query.n }, type: QueryTypes.SELECT }); // ok: sql-injection
  await sequelize.query(`SELECT * FROM u WHERE n = '${req.query.n}'`, { type: QueryTypes.SELECT }); // expect: sql-injection
  await knex('u').where('n', req.query.n); // ok: sql-injection
  await knex('u').whereRaw('n = ?', [req.query.n]); // ok: sql-injection
  await knex('u').whereRaw(`n = '${req.query.n}'`); // expect: sql-injection
  await knex.raw('select * from u where n = ' + req.query.n); // expect: sql-injection
  lite.prepare(`SELECT * FROM u WHERE n = '${req.query.n}'`).all(); // expect: sql-injection
  lite.prepare('SELECT * FROM u WHERE n = ?').all(req.query.n); // ok: sql-injection
  await sequelize.models.User.findAll({ order: literal(req.query.o) }); // expect: sql-injection
  res.end();
});
