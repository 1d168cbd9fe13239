import type { Knex } from 'knex';
import type { Pool, RowDataPacket } from 'mysql2/promise';

export interface Filter { field: string; op: '=' | '>' | '<'; value: string; limit: number }
export abstract class Repository {
  protected abstract readonly table: string;
  constructor(protected readonly pool: Pool) {}
  async where(clause: string, values: unknown[] = []) {
    const [rows] = await this.pool.query<RowDataPacket[]>(`SELECT * FROM ${this.table} WHERE ${clause}`, values); // expect: sql-injection
    return rows;
  }
}
export class OrderRepository extends Repository {
  protected readonly table = 'orders';
  static readonly columns = new Set(['id', 'state', 'total']);
  byFilter(filter: Filter) {
    return this.where(`${filter.field} ${filter.op} '${filter.value}'`);
  }
  async byColumn({ field, value, limit }: Filter) {
    if (!OrderRepository.columns.has(field)) throw new TypeError(field);
    const [rows] = await this.pool.query(`SELECT * FROM orders WHERE ${field} = ? LIMIT ${Number(limit)}`, [value]); // ok: sql-injection
    return rows;
  }
}
export const report = (knex: Knex, from: string, sort: string) =>
  knex('orders').where('created', '>', from).orderByRaw(`${sort} desc`); // expect: sql-injection
export const reportSafe = (knex: Knex, from: string, sort: string) =>
  knex('orders').where('created', '>', from).orderBy(sort === 'total' ? 'total' : 'created', 'desc'); // ok: sql-injection
