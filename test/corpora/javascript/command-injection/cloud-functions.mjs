import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';
import { createConnection } from 'mysql2';
import { execSync } from 'node:child_process';
import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import _ from 'lodash';

const connection = createConnection(process.env.DSN);
const ALLOWED = { asc: 'ASC', desc: 'DESC' };

export const handler = async (event) => {
  const { id, dir } = event.queryStringParameters ?? {};
  const body = JSON.parse(event.body);
  connection.query(`select * from orders where id = '${id}'`); // expect: sql-injection
  connection.query('select * from orders order by id ' + (ALLOWED[dir] ?? 'ASC')); // ok: sql-injection
  connection.query('select * from orders where ?', { id }); // ok: sql-injection
  connection.query('select * from orders where id in (' + body.ids.map((i) => connection.escape(i)).join(',') + ')'); // ok: sql-injection
  connection.query('select * from orders where id in (' + body.ids.join(',') + ')'); // expect: sql-injection
  execSync(`aws s3 cp s3://bucket/${event.pathParameters.key} .`); // expect: command-injection
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'text/html' },
    body: `<p>${event.queryStringParameters.name}</p>`, // expect: xss
  };
};

export const webhook = async (event) => {
  const signature = createHmac('sha256', process.env.HOOK_SECRET).update(event.body).digest();
  if (!timingSafeEqual(signature, Buffer.from(event.headers['x-signature'], 'hex'))) return { statusCode: 401 };
  return { statusCode: 200, body: JSON.stringify({ echo: event.body }) }; // ok: xss
};

export const upload = async (event) => {
  for (const record of event.Records) {
    const key = decodeURIComponent(record.s3.object.key);
    execSync(`convert "/tmp/${key}" out.png`); // expect: command-injection
    const numbers = key.match(/^(\d+)-(\d+)\.png$/);
    if (numbers) execSync(`convert ${numbers[1]} ${numbers[2]}`); // ok: command-injection
    const [, year, rest] = /(\d{4})\/(.*)/.exec(key) ?? [];
    execSync(`index ${year}`); // ok: command-injection
    execSync(`index ${rest}`); // expect: command-injection
  }
};

export const settings = async (event) => {
  const patch = JSON.parse(event.body);
  const target = {};
  _.merge(target, patch); // expect: prototype-pollution
  _.set(target, patch.path, patch.value); // expect: prototype-pollution
  Object.assign(target, patch); // ok: prototype-pollution
  const table = Object.create(null);
  table[patch.key] = patch.value; // ok: prototype-pollution
  const safe = structuredClone(patch);
  target[patch.a][patch.b] = patch.c; // expect: prototype-pollution
  return { statusCode: 200, body: JSON.stringify(safe) };
};
