const { Pool } = require('pg');
const pool = new Pool();

module.exports = {
  byAge(age) {
    return pool.query('SELECT name FROM users WHERE age = ' + age); // expect: sql-injection
  },
  byName(name) {
    return pool.query('SELECT name FROM users WHERE name = $1', [name]); // ok: sql-injection
  },
  // Whoever calls this writes the statement, and may write it well.
  run(statement) {
    return pool.query(statement); // ok: sql-injection
  },
  // Called below, with what is safe.
  byTable(table) {
    return pool.query('SELECT count(*) FROM ' + table); // ok: sql-injection
  },
};

module.exports.byTable('users');
