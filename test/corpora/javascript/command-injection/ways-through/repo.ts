import type { Pool } from 'pg';
import type { Query } from './types';
export class Deps { constructor(public readonly pool: Pool) {} }
export interface Repo {
  find(name: string): Promise<unknown>;
  findSafely(name: string): Promise<unknown>;
  run(q: Query): Promise<unknown>;
}
export function makeRepo(deps: Deps): Repo {
  return {
    async find(name) {
      return deps.pool.query(`select * from u where n = '${name}'`); // expect: sql-injection
    },
    async findSafely(name) {
      return deps.pool.query('select * from u where n = $1', [name]); // ok: sql-injection
    },
    run: ({ table, where }) => deps.pool.query(`select * from ${table} where ${where}`), // expect: sql-injection
  };
}
