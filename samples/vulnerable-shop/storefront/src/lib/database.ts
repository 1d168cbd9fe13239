import { MongoClient } from 'mongodb';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const mongo = new MongoClient(process.env.MONGO_URL ?? 'mongodb://localhost');

export const reviews = mongo.db('shop').collection('reviews');

/** Runs a statement as it is. */
export async function select(sql: string) {
  const result = await pool.query(sql);
  return result.rows;
}

/** Runs a statement with parameters. */
export async function selectWith(sql: string, parameters: unknown[]) {
  const result = await pool.query(sql, parameters);
  return result.rows;
}
