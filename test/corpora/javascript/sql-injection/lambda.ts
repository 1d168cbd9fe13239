import { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { Client } from 'pg';

const client = new Client();

export const handler = async (event: APIGatewayProxyEvent, _context: Context) => {
  const id = event.pathParameters?.id ?? '';
  const body = JSON.parse(event.body ?? '{}');
  const order = await client.query(`SELECT * FROM orders WHERE id = '${id}'`); // expect: sql-injection
  const updates = Object.entries(body).map(([column, value]) => `${column} = '${value}'`);
  await client.query('UPDATE orders SET ' + updates.join(', ') + ' WHERE id = $1', [id]); // expect: sql-injection
  await client.query('UPDATE orders SET note = $1 WHERE id = $2', [body.note, id]); // ok: sql-injection
  return { statusCode: 200, body: JSON.stringify(order.rows) };
};
