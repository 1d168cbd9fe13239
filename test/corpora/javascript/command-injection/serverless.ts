import type { APIGatewayProxyHandler, APIGatewayProxyEvent, SQSHandler } from 'aws-lambda';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';
import mysql from 'mysql2/promise';
import { execSync } from 'child_process';

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});
const pool = mysql.createPool(process.env.DB as string);

export const get: APIGatewayProxyHandler = async (event) => {
  const { id = '', table } = event.pathParameters ?? {};
  const [rows] = await pool.query(`SELECT * FROM orders WHERE id = ${id}`); // expect: sql-injection
  const [ok] = await pool.execute('SELECT * FROM orders WHERE id = ?', [id]); // ok: sql-injection
  await doc.send(new QueryCommand({ TableName: 't', KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': id } })); // ok: nosql-injection
  await s3.send(new GetObjectCommand({ Bucket: 'b', Key: `orders/${id}.pdf` })); // ok: path-traversal
  void table; void ScanCommand;
  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: `<b>${event.queryStringParameters?.name}</b>` }; // expect: xss
};
export const post = async (event: APIGatewayProxyEvent) => {
  const body = JSON.parse(event.body ?? '{}');
  execSync('process ' + body.file); // expect: command-injection
  return { statusCode: 200, body: JSON.stringify({ name: body.name }) }; // ok: xss
};
export const queue: SQSHandler = async (event) => {
  for (const record of event.Records) {
    const { cmd } = JSON.parse(record.body);
    execSync(cmd); // expect: command-injection
  }
};
