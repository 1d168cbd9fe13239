const express = require('express');
const pgPromise = require('pg-promise')();
const AWS = require('aws-sdk');
const { RDSDataClient, ExecuteStatementCommand } = require('@aws-sdk/client-rds-data');
const { S3Client, SelectObjectContentCommand } = require('@aws-sdk/client-s3');

const app = express();
const database = pgPromise(process.env.DATABASE_URL);
const athena = new AWS.Athena();

app.get('/orders', async (req, res) => {
  const text = `select * from orders where state = '${req.query.state}'`;
  await database.many(text); // expect: sql-injection
  await database.map(text, [], (row) => row.id); // expect: sql-injection
  await database.multiResult(text); // expect: sql-injection
  await database.many('select * from orders where state = $1', [req.query.state]); // ok: sql-injection
  await database.tx((transaction) => transaction.none(text)); // expect: sql-injection
  res.end();
});

app.get('/events', async (req, res) => {
  await athena.startQueryExecution({ QueryString: `select * from events where kind = '${req.query.kind}'` }).promise(); // expect: sql-injection
  const client = new RDSDataClient({});
  await client.send(new ExecuteStatementCommand({ sql: 'select ' + req.query.column + ' from events' })); // expect: sql-injection
  await client.send(new ExecuteStatementCommand({ sql: 'select * from events where id = :id', parameters: [{ name: 'id', value: { stringValue: req.query.id } }] })); // ok: sql-injection
  const s3 = new S3Client({});
  await s3.send(new SelectObjectContentCommand({ Bucket: 'logs', Key: 'a.csv', Expression: 'select * from s3object s where s.id = ' + req.query.id })); // expect: sql-injection
  res.end();
});
