const neo4j = require('neo4j-driver');
const app = require('express')();
app.get('/a', async (req, res) => {
  const d = neo4j.driver('bolt://x');
  const s = d.session();
  const r = await s.run(`MATCH (u {name: '${req.query.n}'}) RETURN u`); // expect: nosql-injection
  const r3 = await d.executeQuery(`MATCH (u {name: '${req.query.n}'}) RETURN u`); // expect: nosql-injection
  res.json(r);
});
