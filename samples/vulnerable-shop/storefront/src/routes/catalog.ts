import { Router } from 'express';
import { reviews, select, selectWith } from '../lib/database.ts';
import { sortColumn } from '../lib/sorting.ts';

export const catalog = Router();

function productsLike(term: string) {
  return `SELECT id, name, price FROM products WHERE name ILIKE '%${term}%'`;
}

catalog.get('/search', async (req, res) => {
  const term = String(req.query.q ?? '');
  const found = await select(productsLike(term));
  res.json({ found });
});

catalog.get('/no-results', (req, res) => {
  res.send(`<h1>Nothing found for ${req.query.q}</h1><a href="/catalog">Back to the catalog</a>`);
});

catalog.get('/category/:name', async (req, res) => {
  const column = sortColumn(req.query.sort);
  const found = await selectWith(
    `SELECT id, name, price FROM products WHERE category = $1 ORDER BY ${column}`,
    [req.params.name],
  );
  res.json({ found });
});

catalog.post('/reviews/find', async (req, res) => {
  const found = await reviews.find({ product: req.body.product, author: req.body.author }).toArray();
  res.json({ found });
});

catalog.get('/reviews/:product', async (req, res) => {
  const found = await reviews.find({ product: Number(req.params.product) }).toArray();
  res.json({ found });
});
