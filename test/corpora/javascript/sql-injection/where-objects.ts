// An object of columns and values is bound, a text is a part of the statement.
import express from 'express';
import { DataSource } from 'typeorm';
import { Message } from './message';

const app = express();
const source = new DataSource({ type: 'sqlite', database: 'messages' });

app.get('/messages/:thread', async (req, res) => {
  const { thread } = req.params;
  const wanted: Record<string, unknown> = { thread };
  if (req.query.kind) wanted.kind = req.query.kind;
  const rows = source.getRepository(Message).createQueryBuilder('m');
  await rows.where(wanted).andWhere('m.kind IN (:...kinds)', { kinds: req.query.kinds }).getMany(); // ok: sql-injection
  await rows.where("m.thread = '" + thread + "'").getMany(); // expect: sql-injection
  await rows.where({ thread }).orderBy(String(req.query.order)).getMany(); // expect: sql-injection
  res.end();
});
