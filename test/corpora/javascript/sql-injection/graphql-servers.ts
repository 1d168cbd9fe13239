import { ApolloServer } from '@apollo/server';
import { Resolver, Query, Mutation, Arg, Ctx, Int } from 'type-graphql';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql, desc } from 'drizzle-orm';
import { items } from './schema';
import { spawn } from 'child_process';
import Redis from 'ioredis';
import * as jose from 'jose';

const pool = new Pool();
const db = drizzle(pool);
const redis = new Redis(process.env.REDIS);
const source = new DataSource({ type: 'postgres' });
interface Args { id: string; name: string; order: 'asc' | 'desc'; limit: number }

const resolvers = {
  Query: {
    item: async (_parent: unknown, args: Args) => (await pool.query('SELECT * FROM items WHERE id = $1', [args.id])).rows[0], // ok: sql-injection
    items: (_parent: unknown, args: Args) => pool.query(`SELECT * FROM items WHERE name LIKE '%${args.name}%'`), // expect: sql-injection
    top: (_parent: unknown, args: Args) => pool.query(`SELECT * FROM items LIMIT ${Number(args.limit)}`), // ok: sql-injection
    typed: (_parent: unknown, args: Args) => db.select().from(items).where(eq(items.name, args.name)).orderBy(desc(items.id)), // ok: sql-injection
    raw: (_parent: unknown, { name }: Args) => db.execute(sql.raw(`SELECT * FROM items WHERE name = '${name}'`)), // expect: sql-injection
    frag: (_parent: unknown, { name }: Args) => db.select().from(items).where(sql`lower(name) = ${name}`), // ok: sql-injection
    cached: async (_parent: unknown, { name }: Args) => redis.get(`item:${name}`), // ok: nosql-injection
    script: async (_parent: unknown, { name }: Args) => redis.eval(`return redis.call('get', '${name}')`, 0), // expect: code-injection
  },
};
new ApolloServer({ typeDefs: '', resolvers, introspection: true });

@Resolver()
export class JobResolver {
  @Query(() => String)
  async find(@Arg('where') where: string) {
    return source.getRepository('job').createQueryBuilder('j').where(`j.name = '${where}'`).getMany(); // expect: sql-injection
  }
  @Query(() => String)
  async byId(@Arg('id', () => Int) id: number) {
    return source.query(`SELECT * FROM job WHERE id = ${id}`); // ok: sql-injection
  }
  @Mutation(() => Boolean)
  async start(@Arg('name') name: string, @Ctx() ctx: { token: string }) {
    spawn('run-job', [name]); // ok: command-injection
    spawn(`run-job ${name}`, { shell: true }); // expect: command-injection
    const { payload } = await jose.jwtVerify(ctx.token, new TextEncoder().encode(process.env.JWT)); // ok: jwt-misuse
    const claims = jose.decodeJwt(ctx.token); // expect: jwt-misuse
    return Boolean(payload && claims);
  }
}
