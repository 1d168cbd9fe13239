import { Router } from 'express';
import { findBy, listUsers, countUsers, countSafely } from '../lib/users.mjs';

const router = Router();
const asyncHandler = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);

router.get('/by/:field/:value', asyncHandler(async (req, res) => {
  res.json(await findBy(req.params.field, req.params.value));
}));
router.get('/', asyncHandler(async ({ query: { role, sort } }, res) => {
  res.json(await listUsers(role, sort));
}));
router.get('/count', asyncHandler(async (req, res) => {
  res.json([await countUsers(req.query.status), await countSafely(req.query.status)]);
}));
export default router;
