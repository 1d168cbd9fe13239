import { Pool } from 'pg';
import { cache } from 'react';

const pool = new Pool();
export const query = async <T>(text: string, params: unknown[] = []): Promise<T[]> => (await pool.query(text, params)).rows; // expect: sql-injection
export const findPost = cache(async (slug: string) => query<{ html: string }>('select html from posts where slug = $1', [slug]));
export const searchPosts = (term: string) => query(`select * from posts where title ilike '%${term}%'`);
