import { Product, Review, sequelize, knex, Op, literal } from '../models/index.js';
import { QueryTypes } from 'sequelize';

const SORTABLE = new Set(['name', 'price']);

export class ProductService {
  #cache = new Map();

  async search({ term, sort = 'name', dir }) {
    const order = SORTABLE.has(sort) ? sort : 'name';
    const direction = dir?.toLowerCase() === 'desc' ? 'DESC' : 'ASC';
    return sequelize.query(`SELECT * FROM products WHERE name ILIKE :term ORDER BY ${order} ${direction}`, { // ok: sql-injection
      replacements: { term: `%${term}%` },
      type: QueryTypes.SELECT,
    });
  }

  async searchRaw(term) {
    const [rows] = await sequelize.query("SELECT * FROM products WHERE name = '" + term + "'"); // expect: sql-injection
    return rows;
  }

  async cheapest(limit) {
    return Product.findAll({ order: [['price', 'ASC']], limit: Number(limit) || 10 }); // ok: sql-injection
  }

  async ranked(expression) {
    return Product.findAll({ order: literal(`${expression} DESC`) }); // expect: sql-injection
  }

  async byPrice(min) {
    return Product.findAll({ where: { price: { [Op.gte]: min } } }); // ok: sql-injection
  }

  withKnex(filter) {
    const query = knex('products').select('*');
    if (filter.category) query.where('category', filter.category); // ok: sql-injection
    if (filter.extra) query.whereRaw(`extra = '${filter.extra}'`); // expect: sql-injection
    if (filter.tag) query.whereRaw('tag = ?', [filter.tag]); // ok: sql-injection
    if (filter.order) query.orderByRaw(filter.order); // expect: sql-injection
    return query;
  }

  async reviews(query) {
    const list = await Review.find({ stars: { $gte: parseInt(query.stars, 10) } }); // ok: nosql-injection
    const mine = await Review.findOne({ author: query.author }); // expect: nosql-injection
    const safe = await Review.findOne({ author: String(query.author) }); // ok: nosql-injection
    const eq = await Review.findOne({ author: { $eq: query.author } }); // ok: nosql-injection
    return [...list, mine, safe, eq, ...(await Review.byAuthor(query.author))];
  }

  remember(key, value) {
    this.#cache.set(key, value);
    return this.#cache.get(key);
  }
}
