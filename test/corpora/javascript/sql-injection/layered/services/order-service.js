const Store = require('../db/store');

class OrderService {
  constructor(store = new Store()) {
    this.store = store;
  }

  list(filter) {
    const clauses = [];
    if (filter.status) clauses.push("status = '" + filter.status + "'");
    return this.store.select('orders', clauses);
  }

  byId(id) {
    return this.store.one('SELECT * FROM orders WHERE id = ?', [id]);
  }

  report(period) {
    return this.store.one(`SELECT sum(total) FROM orders GROUP BY ${period}`, []);
  }
}

module.exports = { OrderService };
