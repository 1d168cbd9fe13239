import { Pool } from 'pg';
const pool = new Pool();
export async function query(text: string, values: unknown[] = []) {
  const client = await pool.connect();
  try {
    const result = await client.query(text, values); // expect: sql-injection
    return result.rows;
  } finally {
    client.release();
  }
}
