import assert from 'node:assert/strict';
import { fix } from './support.ts';

/** A flow that begins in one file and ends in another is mended where it ends, for everyone who calls it. */
describe('a sink in another file than where the data comes in', () => {
  const cases = {
    'a query behind a data layer (JavaScript)': {
      vulnClass: 'sql-injection',
      sink: {
        path: 'src/orders.js',
        text: "const db = require('mysql').createConnection({});\nfunction ordersOf(state) {\n  return db.query('SELECT * FROM orders WHERE state = ' + state);\n}\nmodule.exports = { ordersOf };\n",
      },
      source: {
        path: 'src/routes.js',
        text: "const app = require('express')();\nconst { ordersOf } = require('./orders');\napp.get('/', (req, res) => res.json(ordersOf(req.query.state)));\n",
      },
      after: /db\.query\('SELECT \* FROM orders WHERE state = \?', \[state\]\)/,
    },
    'a command behind a helper (Python)': {
      vulnClass: 'command-injection',
      sink: {
        path: 'shop/archive.py',
        text: 'import subprocess\n\n\ndef pack(month):\n    subprocess.run("tar czf /srv/" + month + ".tgz /srv/data", shell=True, check=True)\n',
      },
      source: {
        path: 'shop/views.py',
        text: 'from flask import Flask, request\nfrom shop.archive import pack\n\napp = Flask(__name__)\n\n\n@app.post("/pack")\ndef view():\n    pack(request.form["month"])\n    return ""\n',
      },
      after: /subprocess\.run\(\["tar", "czf", f"\/srv\/\{month\}\.tgz", "\/srv\/data"\], check=True\)/,
    },
    'a statement behind a repository (Java)': {
      vulnClass: 'sql-injection',
      sink: {
        path: 'src/shop/Orders.java',
        text: 'package shop;\nimport java.sql.*;\npublic class Orders {\n  private final Connection connection;\n  public Orders(Connection connection) { this.connection = connection; }\n  public ResultSet of(String state) throws SQLException {\n    Statement statement = connection.createStatement();\n    return statement.executeQuery("SELECT * FROM orders WHERE state = \'" + state + "\'");\n  }\n}\n',
      },
      source: {
        path: 'src/shop/OrdersServlet.java',
        text: 'package shop;\nimport javax.servlet.http.*;\npublic class OrdersServlet extends HttpServlet {\n  private Orders orders;\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) {\n    try {\n      orders.of(request.getParameter("state"));\n    } catch (java.sql.SQLException e) {\n      response.setStatus(500);\n    }\n  }\n}\n',
      },
      after: /prepareStatement\("SELECT \* FROM orders WHERE state = \?"\)/,
    },
  };
  for (const [what, { vulnClass, sink, source, after }] of Object.entries(cases)) {
    it(what, async () => {
      const outcome = await fix([sink, source], vulnClass);
      assert.equal(outcome.type, 'proven', JSON.stringify(outcome, undefined, 1));
      if (outcome.type !== 'proven') return;
      assert.deepEqual(
        outcome.candidate.changes.map(({ file }) => file),
        [sink.path],
      );
      assert.match(outcome.candidate.changes[0].after, after);
    });
  }
});
