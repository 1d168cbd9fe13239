import { drizzle } from 'drizzle-orm/node-postgres';
import { sql, eq, ilike } from 'drizzle-orm';
import { pgTable, text, integer } from 'drizzle-orm/pg-core';
export const items = pgTable('items', { id: integer('id'), name: text('name') });
export const db = drizzle(process.env.DATABASE_URL!);
export const byName = (name: string) => db.execute(sql.raw(`select * from items where name = '${name}'`)); // expect: sql-injection
export const byNameSafe = (name: string) => db.execute(sql`select * from items where name = ${name}`); // ok: sql-injection
export const like = (name: string) => db.select().from(items).where(ilike(items.name, `%${name}%`)); // ok: sql-injection
export const byId = (id: number) => db.select().from(items).where(eq(items.id, id)); // ok: sql-injection
