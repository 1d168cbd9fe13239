const open = require('../database.cjs');

class Database {
  #run = open();

  all(sql, ...rest) {
    const done = rest.pop();
    try {
      done(null, this.#run(sql, rest[0]));
    } catch (error) {
      done(error);
    }
  }

  get(sql, ...rest) {
    const done = rest.pop();
    this.all(sql, ...rest, (error, rows) => done(error, rows?.[0]));
  }
}
module.exports = { Database, verbose: () => module.exports };
