import express from 'express';
import { Pool } from 'pg';

const app = express();
const pool = new Pool();

const isWord = async (text: string): Promise<boolean> => /^[a-z]+$/.test(text);

async function requireWord(text: string): Promise<void> {
  if (!/^[a-z]+$/.test(text)) throw new Error('letters only');
}

app.get('/awaited', async (req, res) => {
  const name = String(req.query.name);
  if (!(await isWord(name))) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // ok: sql-injection
});

app.get('/promise', async (req, res) => {
  const name = String(req.query.name);
  // A promise is true, whatever becomes of it.
  if (!isWord(name)) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // expect: sql-injection
});

app.get('/kept', async (req, res) => {
  const name = String(req.query.name);
  const isFine = await isWord(name);
  if (!isFine) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // ok: sql-injection
});

app.get('/kept-promise', async (req, res) => {
  const name = String(req.query.name);
  const isFine = isWord(name);
  if (!isFine) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // expect: sql-injection
});

app.get('/later', async (req, res) => {
  const name = String(req.query.name);
  const asked = isWord(name);
  if (!(await asked)) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // ok: sql-injection
});

app.get('/required', async (req, res) => {
  const name = String(req.query.name);
  await requireWord(name);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // ok: sql-injection
});

app.get('/required-by-nobody', async (req, res) => {
  const name = String(req.query.name);
  requireWord(name);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // expect: sql-injection
});

app.get('/handed-on', async (req, res) => {
  const name = String(req.query.name);
  const check = (text: string) => isWord(text);
  if (!(await check(name))) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${name}`)); // ok: sql-injection
});

app.post('/each', async (req, res) => {
  const names: string[] = req.body;
  if (!names.every(async (name) => /^[a-z]+$/.test(name))) return res.sendStatus(400);
  return res.json(await pool.query(`SELECT * FROM ${names[0]}`)); // expect: sql-injection
});
