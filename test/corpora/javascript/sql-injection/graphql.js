const { buildSchema } = require('graphql');
const { graphqlHTTP } = require('express-graphql');
const mysql = require('mysql');

const db = mysql.createPool({});
const schema = buildSchema('type Query { user(id: ID): String, users(ids: [ID], page: Int): [String] }');

const rootValue = {
  user: (args) => run("SELECT name FROM users WHERE id = '" + args.id + "'"),
  users: ({ page }) => run('SELECT name FROM users LIMIT 10 OFFSET ?', [page * 10]),
};

const resolvers = {
  Query: {
    invoice: (_, { id }) => db.query(`SELECT * FROM invoices WHERE id = '${id}'`), // expect: sql-injection
    invoices: (_, { year }) => db.query('SELECT * FROM invoices WHERE year = ?', [year]), // ok: sql-injection
    total: (_parent, { year }) => db.query(`SELECT sum(x) FROM invoices WHERE year = ${Math.trunc(year)}`), // ok: sql-injection
  },
};

function run(sql, values = []) {
  return db.query(sql, values); // expect: sql-injection
}

module.exports = { middleware: graphqlHTTP({ schema, rootValue }), resolvers };
