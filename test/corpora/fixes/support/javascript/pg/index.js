const open = require('../database.cjs');

class Pool {
  #run = open();

  async query(sql, values) {
    const text = typeof sql === 'string' ? sql : sql.text;
    return { rows: this.#run(text.replace(/\$(\d+)/g, '?$1'), values ?? sql.values) };
  }
}
module.exports = { Pool, Client: Pool };
