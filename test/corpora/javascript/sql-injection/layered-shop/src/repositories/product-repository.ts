import { Pool } from 'pg';
import { orderColumns, TABLE } from '../config/tables';

export interface ListQuery {
  category: string;
  term: string;
  order: string;
  limit: number;
}

export interface IProductRepository {
  find(query: ListQuery): Promise<any[]>;
  findById(id: string): Promise<any>;
  delete(sku: string): Promise<void>;
}

export class ProductRepository implements IProductRepository {
  private readonly pool = new Pool({ max: 5 });

  async find({ category, term, order, limit }: ListQuery) {
    const column = orderColumns[order as keyof typeof orderColumns] ?? 'name';
    const safe = `SELECT * FROM ${TABLE} WHERE category = $1 ORDER BY ${column} LIMIT ${limit}`;
    await this.pool.query(safe, [category]); // ok: sql-injection
    const conditions: string[] = [];
    conditions.push(`category = '${category}'`);
    if (term) conditions.push("name LIKE '%" + term + "%'");
    const sql = `SELECT * FROM ${TABLE} WHERE ${conditions.join(' AND ')}`;
    const { rows } = await this.pool.query(sql); // expect: sql-injection
    return rows;
  }

  async findById(id: string) {
    const { rows } = await this.pool.query({ text: 'SELECT * FROM products WHERE id = $1', values: [id] }); // ok: sql-injection
    return rows[0];
  }

  async delete(sku: string) {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("DELETE FROM products WHERE sku = '" + sku + "'"); // expect: sql-injection
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
}
