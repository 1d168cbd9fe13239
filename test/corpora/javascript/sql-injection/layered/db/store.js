const mysql = require('mysql2/promise');

const pool = mysql.createPool(process.env.DATABASE_URL);

module.exports = class Store {
  async select(table, clauses) {
    const where = clauses.length > 0 ? ' WHERE ' + clauses.join(' AND ') : '';
    const [rows] = await pool.query('SELECT * FROM ' + table + where); // expect: sql-injection
    return rows;
  }

  async one(sql, values) {
    const [rows] = await pool.execute(sql, values); // ok: sql-injection
    return rows[0];
  }
};
