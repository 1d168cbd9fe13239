import { Hono } from 'hono';
import Fastify from 'fastify';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import KoaRouter from 'koa-router';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql, eq } from 'drizzle-orm';
import { Client } from 'pg';
import postgres from 'postgres';
import Database from 'better-sqlite3';
import { Kysely, sql as ksql } from 'kysely';
import { createClient } from '@supabase/supabase-js';
import mssql from 'mssql';
import oracledb from 'oracledb';
import { DynamoDBClient, ExecuteStatementCommand } from '@aws-sdk/client-dynamodb';
import { Controller, Get, Post, Req, Res, Body, Query, Headers, UseInterceptors, UploadedFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import fs from 'node:fs';
import path from 'node:path';
import { execSync, spawnSync } from 'node:child_process';

const db = drizzle(process.env.DATABASE_URL!);
const pg = postgres(process.env.DATABASE_URL!);
const lite = new Database('x.db');
const kysely = new Kysely<any>({} as any);
const dynamo = new DynamoDBClient({});

const hono = new Hono();
hono.get('/users', async (c) => {
  const name = c.req.query('name');
  await db.execute(sql`SELECT * FROM users WHERE name = ${name}`); // ok: sql-injection
  await db.execute(sql.raw(`SELECT * FROM users WHERE name = '${name}'`)); // expect: sql-injection
  await pg`SELECT * FROM users WHERE name = ${name!}`; // ok: sql-injection
  await pg.unsafe('SELECT * FROM users WHERE name = ' + name); // expect: sql-injection
  lite.prepare('SELECT * FROM users WHERE name = ?').get(name); // ok: sql-injection
  lite.prepare(`SELECT * FROM users WHERE name = '${name}'`).get(); // expect: sql-injection
  lite.exec('DELETE FROM users WHERE name = "' + name + '"'); // expect: sql-injection
  await ksql`SELECT * FROM users WHERE name = ${name}`.execute(kysely); // ok: sql-injection
  await ksql.raw(`SELECT * FROM users WHERE name = '${name}'`).execute(kysely); // expect: sql-injection
  await kysely.selectFrom('users').where('name', '=', name).execute(); // ok: sql-injection
  await dynamo.send(new ExecuteStatementCommand({ Statement: `SELECT * FROM users WHERE name = '${name}'` })); // expect: sql-injection
  return c.html(`<p>${name}</p>`); // expect: xss
});
hono.post('/users', async (c) => {
  const body = await c.req.json();
  await mssql.query(`SELECT * FROM users WHERE id = ${body.id}`); // expect: sql-injection
  await mssql.query`SELECT * FROM users WHERE id = ${body.id}`; // ok: sql-injection
  await new mssql.Request().input('id', body.id).query('SELECT * FROM users WHERE id = @id'); // ok: sql-injection
  const ora = await oracledb.getConnection({});
  await ora.execute('SELECT * FROM users WHERE id = ' + body.id); // expect: sql-injection
  await ora.execute('SELECT * FROM users WHERE id = :id', [body.id]); // ok: sql-injection
  return c.json({ ok: true, name: body.name }); // ok: xss
});

const fastify = Fastify();
fastify.post<{ Body: { file: string; id: number } }>('/x', async (req, reply) => {
  const { file } = req.body;
  execSync(`convert ${file} out.png`); // expect: command-injection
  spawnSync('convert', [file, 'out.png']); // ok: command-injection
  const [name, ext = 'png'] = file.split('.');
  execSync('file ' + name); // expect: command-injection
  reply.header('content-type', 'text/html').send('<p>' + file + '</p>'); // expect: xss
});
fastify.addHook('preHandler', async (req) => {
  (req as any).tenant = req.headers['x-tenant'];
});
fastify.get('/tenant', async (req, reply) => {
  const client = new Client();
  await client.query(`SET search_path TO ${(req as any).tenant}`); // expect: sql-injection
  return reply.send({ tenant: (req as any).tenant }); // ok: xss
});

const koa = new Koa();
const router = new KoaRouter();
koa.use(bodyParser());
router.post('/k', async (ctx) => {
  const { name, target } = ctx.request.body as any;
  ctx.body = `<h1>${name}</h1>`; // expect: xss
  ctx.redirect(target); // expect: open-redirect
  fs.writeFileSync(path.join('/srv', name), 'x'); // expect: path-traversal
  ctx.cookies.set('session', 'x', { httpOnly: false }); // expect: insecure-cookie
});
router.get('/state', async (ctx, next) => {
  ctx.state.cmd = ctx.query.cmd;
  await next();
});
router.get('/run', async (ctx) => {
  execSync('ls ' + ctx.state.cmd); // expect: command-injection
});

@Controller('files')
export class FilesController {
  private last = '';

  @Get('read')
  read(@Query('name') name: string, @Res() res: Response) {
    this.last = name;
    res.sendFile('/srv/' + name); // expect: path-traversal
  }

  @Get('again')
  again() {
    return fs.readFileSync('/srv/' + this.last); // expect: path-traversal
  }

  @Post('write')
  write(@Body('path') p: string, @Headers('x-name') header: string, @Req() req: Request) {
    fs.appendFileSync(path.resolve('/srv', p), 'x'); // expect: path-traversal
    execSync('logger ' + header); // expect: command-injection
    execSync('logger ' + req.ip); // ok: command-injection
    return { ok: true };
  }

  @Post('upload')
  upload(@UploadedFile() file: Express.Multer.File) {
    fs.writeFileSync(path.join('/srv/up', file.originalname), file.buffer); // expect: path-traversal
    fs.writeFileSync(path.join('/srv/up', path.basename(file.originalname)), file.buffer); // ok: path-traversal
  }
}

export const handler = async (event: APIGatewayProxyEvent) => {
  const id = event.pathParameters?.id;
  const body = JSON.parse(event.body ?? '{}');
  execSync(`aws s3 cp s3://bucket/${id} .`); // expect: command-injection
  await fetch(body.url); // expect: ssrf
  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: `<p>${id}</p>` }; // expect: xss
};

export async function action(formData: FormData) {
  'use server';
  const name = formData.get('name') as string;
  const client = new Client();
  await client.query(`INSERT INTO users VALUES ('${name}')`); // expect: sql-injection
  const next = cookies().get('next')?.value;
  if (next) redirect(next); // expect: open-redirect
}
