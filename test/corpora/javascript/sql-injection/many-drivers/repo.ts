import { Entity, EntityManager, getRepository, Like, getConnection } from 'typeorm';
import { MikroORM } from '@mikro-orm/core';
import { Kysely, sql } from 'kysely';
import { Model } from 'objection';
import sqlite from 'sqlite3';
import postgres from 'postgres';
import { createClient } from '@supabase/supabase-js';
import cassandra from 'cassandra-driver';
import express from 'express';
import { createClient as redisClient } from 'redis';
import mssql from 'mssql';
import oracledb from 'oracledb';
const app = express();
const pg = postgres();
const kysely = new Kysely<any>({} as any);
app.get('/x', async (req, res) => {
  const n = req.query.n as string;
  await pg`select * from t where n = ${n}`; // ok: sql-injection
  await pg.unsafe(`select * from t where n = '${n}'`); // expect: sql-injection
  await sql`select * from t where n = ${n}`.execute(kysely); // ok: sql-injection
  await sql`select * from ${sql.raw(n)}`.execute(kysely); // expect: sql-injection
  await getRepository('T').find({ where: { n: Like(`%${n}%`) } }); // ok: sql-injection
  await getConnection().query("select '" + n + "'"); // expect: sql-injection
  await Model.query().whereRaw('n = ' + n); // expect: sql-injection
  const r = new mssql.Request();
  await r.query(`select * from t where n = '${n}'`); // expect: sql-injection
  await r.input('n', mssql.VarChar, n).query('select * from t where n = @n'); // ok: sql-injection
  const o = await oracledb.getConnection();
  await o.execute(`select * from t where n = '${n}'`); // expect: sql-injection
  await o.execute('select * from t where n = :n', [n]); // ok: sql-injection
  const cas = new cassandra.Client({});
  await cas.execute("select * from t where n = '" + n + "'"); // expect: sql-injection
  const lines = String(n).split(',').map((x) => `'${x}'`);
  await pg.unsafe('select * from t where n in (' + lines.join(',') + ')'); // expect: sql-injection
  const ids = String(n).split(',').map(Number);
  await pg.unsafe('select * from t where id in (' + ids.join(',') + ')'); // ok: sql-injection
  const map = new Map([['a', 'a'], ['b', 'b']]);
  await pg.unsafe('select * from t order by ' + (map.get(n) ?? 'a')); // ok: sql-injection
  const opts = { table: 't', filter: n };
  await build(opts);
  res.end();
});
async function build({ table, filter }: { table: string; filter: string }) {
  const clause = [filter && `f = '${filter}'`, 'x = 1'].filter(Boolean).join(' and ');
  await pg.unsafe(`select * from ${table} where ${clause}`); // expect: sql-injection
}
