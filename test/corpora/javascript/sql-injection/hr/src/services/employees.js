const { db, Db } = require('../db/client');

const SORTS = { name: 'last_name', hired: 'hired_at' };

exports.list = async ({ sort, page, dept }) => {
  const column = SORTS[sort] || 'last_name';
  const offset = (Math.max(1, +page) - 1) * 20;
  return db.all(`select * from employees where dept = $1 order by ${column} offset ${offset}`, [dept]); // ok: sql-injection
};

exports.byField = async (field, value) => db.one(`select * from employees where ${Db.ident(field)} = $1`, [value]); // ok: sql-injection

exports.search = async (criteria) => {
  const clauses = Object.entries(criteria).map(([k, v]) => `${k} = '${v}'`);
  return db.all('select * from employees where ' + clauses.join(' and '));
};

exports.searchSafely = async (criteria) => {
  const allowed = ['first_name', 'last_name', 'email'];
  const keys = Object.keys(criteria).filter((k) => allowed.includes(k));
  const where = keys.map((k, i) => `${k} = $${i + 1}`).join(' and ');
  return db.all(`select * from employees where ${where}`, keys.map((k) => criteria[k])); // ok: sql-injection
};

exports.raise = async (ids, percent) => {
  const pct = Number.parseFloat(percent);
  if (Number.isNaN(pct)) throw new RangeError('percent');
  const list = ids.map((id) => parseInt(id, 10)).join(',');
  return db.all(`update employees set salary = salary * ${1 + pct / 100} where id in (${list})`); // ok: sql-injection
};
