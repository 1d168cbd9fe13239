// A real database in memory, with what an attacker is after.
const { DatabaseSync } = require('node:sqlite');

module.exports = () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE users (id, name); INSERT INTO users VALUES (1, 'ann'), (2, 'bob'), (3, 'Al');
    CREATE TABLE vault (id, word); INSERT INTO vault VALUES (1, 'decoy-word')`);
  return (sql, values = []) => {
    const statement = db.prepare(sql);
    return statement.all(...values).map((row) => ({ ...row }));
  };
};
