const { Pool } = require('pg');

class Query {
  constructor(table) {
    this.table = table;
    this.clauses = [];
    this.values = [];
  }
  where(column, value) {
    this.values.push(value);
    this.clauses.push(`${column} = $${this.values.length}`);
    return this;
  }
  raw(clause) {
    this.clauses.push(clause);
    return this;
  }
  toString() {
    return `SELECT * FROM ${this.table} WHERE ${this.clauses.join(' AND ')}`;
  }
}

class Db {
  #pool = new Pool();
  from(table) {
    return new Query(table);
  }
  run(query) {
    return this.#pool.query(query.toString(), query.values); // expect: sql-injection
  }
  runSafe(query) {
    return this.#pool.query(query.toString(), query.values); // ok: sql-injection
  }
  async schema(tenant, fn) {
    const c = await this.#pool.connect();
    try {
      await c.query(`SET search_path TO "${tenant}"`); // expect: sql-injection
      return await fn(c);
    } finally {
      c.release();
    }
  }
}
module.exports = new Db();
