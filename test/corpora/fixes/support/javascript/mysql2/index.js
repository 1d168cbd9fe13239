const open = require('../database.cjs');

exports.createConnection = () => {
  const run = open();
  return {
    query(sql, ...rest) {
      const done = rest.at(-1);
      const values = rest.length > 1 ? rest[0] : sql.values;
      let rows;
      try {
        rows = run(typeof sql === 'string' ? sql : sql.sql, values);
      } catch (error) {
        return done(error);
      }
      done(null, rows);
    },
  };
};
exports.createPool = exports.createConnection;
