import express from 'express';
import { Pool } from 'pg';

interface User {
  readonly id: number;
  readonly name: string;
}

const db = new Pool();

async function usersAfter(id: string, name: string): Promise<User[]> {
  const { rows } = await db.query(`SELECT id, name FROM users WHERE id > $1 AND name <> '${name}'`, [id]);
  return rows;
}

const app = express();
app.get('/users', async (req, res) => {
  res.json(await usersAfter(req.query.after, req.query.except));
});

export default app;
