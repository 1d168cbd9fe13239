import type { APIGatewayProxyEvent, APIGatewayProxyHandler, SQSEvent } from 'aws-lambda';
import { DynamoDBClient, ExecuteStatementCommand } from '@aws-sdk/client-dynamodb';
import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';
import { execSync } from 'node:child_process';
import mysql from 'mysql2/promise';
const ddb = new DynamoDBClient({});
const s3 = new S3Client({});
export const handler: APIGatewayProxyHandler = async (event) => {
  const name = event.queryStringParameters?.name ?? '';
  const body = JSON.parse(event.body ?? '{}');
  const conn = await mysql.createConnection(process.env.DB!);
  const [rows] = await conn.execute(`SELECT * FROM t WHERE name = "${name}"`); // expect: sql-injection
  const [ok] = await conn.execute('SELECT * FROM t WHERE name = ?', [name]); // ok: sql-injection
  await ddb.send(new ExecuteStatementCommand({ Statement: `SELECT * FROM "T" WHERE id = '${body.id}'` })); // expect: sql-injection
  await s3.send(new GetObjectCommand({ Bucket: 'b', Key: body.key })); // ok: path-traversal
  execSync(`tar xf /tmp/${body.archive}`); // expect: command-injection
  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: JSON.stringify([rows, ok]) };
};
export const worker = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const job = JSON.parse(record.body);
    execSync('process ' + job.file); // expect: command-injection
  }
};
