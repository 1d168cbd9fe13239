import pg from 'pg';
import knexFactory from 'knex';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
export const knex = knexFactory({ client: 'pg', connection: process.env.DATABASE_URL });

export class Repository {
  constructor(table) {
    this.table = table;
  }
  byId(id) {
    return pool.query(`SELECT * FROM ${this.table} WHERE id = $1`, [id]); // ok: sql-injection
  }
  where(column, value) {
    return pool.query(`SELECT * FROM ${this.table} WHERE ${column} = $1`, [value]); // expect: sql-injection
  }
  async search(text, { order = 'id', limit = 10 } = {}) {
    const { rows } = await pool.query({ // expect: sql-injection
      text: `SELECT * FROM ${this.table} WHERE body ILIKE '%${text}%' ORDER BY ${order} LIMIT ${limit}`,
      values: [],
    });
    return rows;
  }
}
