const { Pool } = require('pg');
const pool = new Pool({ connectionString: process.env.DATABASE_URL });

class Db {
  constructor(p) { this.p = p; }
  async all(text, params) {
    const started = Date.now();
    const result = await this.p.query(text, params); // expect: sql-injection
    console.debug('query took', Date.now() - started);
    return result.rows;
  }
  async one(text, params) {
    const rows = await this.all(text, params);
    return rows[0] ?? null;
  }
  static ident(name) {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error('bad identifier');
    return `"${name}"`;
  }
}
module.exports = { db: new Db(pool), Db };
