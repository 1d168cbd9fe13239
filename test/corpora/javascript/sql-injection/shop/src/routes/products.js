import { Router } from 'express';
import axios from 'axios';
import { ProductService } from '../services/product-service.js';
import { asyncHandler } from '../lib/async-handler.js';

const router = Router();
const service = new ProductService();

router.get('/', asyncHandler(async (req, res) => {
  const { q: term, sort, dir } = req.query;
  res.json(await service.search({ term, sort, dir }));
}));

router.get('/raw/:term', asyncHandler(async (req, res) => {
  const rows = await service.searchRaw(service.remember('t', req.params.term));
  res.json(rows);
}));

router.get('/cheapest', asyncHandler(async (req, res) => res.json(await service.cheapest(req.query.limit))));
router.get('/ranked', asyncHandler(async (req, res) => res.json(await service.ranked(req.query.by))));
router.post('/filter', asyncHandler(async ({ body }, res) => res.json(await service.withKnex(body))));
router.get('/reviews', asyncHandler(async (req, res) => res.json(await service.reviews(req.query))));

router.get('/:id/page', (req, res) => {
  const id = Number.parseInt(req.params.id, 10);
  const ref = req.get('referer') ?? '';
  res.send(`<h1>Product ${id}</h1>`); // ok: xss
  res.write('<a href="' + ref + '">back</a>'); // expect: xss
  res.end();
});

router.get('/:id/image', asyncHandler(async (req, res) => {
  const { data } = await axios.get(req.query.src, { responseType: 'arraybuffer' }); // expect: ssrf
  const other = await axios({ method: 'get', url: `https://cdn.shop.example/${encodeURIComponent(req.params.id)}.png` }); // ok: ssrf
  const third = await axios.create({ baseURL: 'https://img.shop.example' }).get('/x', { params: { id: req.params.id } }); // ok: ssrf
  const fourth = await fetch(new URL(`http://${req.query.host}/image`)); // expect: ssrf
  res.type('png').send(data); // ok: xss
}));

router.post('/:id/buy', (req, res) => {
  if (req.body.returnTo?.startsWith('/') && !req.body.returnTo.startsWith('//')) return res.redirect(req.body.returnTo); // ok: open-redirect
  res.redirect(303, req.body.returnTo || '/'); // expect: open-redirect
});

export default router;
