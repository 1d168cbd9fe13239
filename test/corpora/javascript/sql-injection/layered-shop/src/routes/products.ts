import { Router } from 'express';
import { ProductService } from '../services/product-service';
import { ProductRepository } from '../repositories/product-repository';

const service = new ProductService(new ProductRepository());
export const productRouter = Router();

productRouter.get('/', async (req, res, next) => {
  try {
    const { category, term } = req.query as Record<string, string>;
    res.json(await service.list({ category, term, order: req.sort!, limit: req.pageSize! }));
  } catch (error) {
    next(error);
  }
});

productRouter.get('/:id', (req, res, next) => {
  service
    .byId(req.params.id)
    .then((product) => res.json(product))
    .catch(next);
});

productRouter.delete('/:sku', async (req, res) => {
  await service.remove(req.params.sku);
  res.sendStatus(204);
});
