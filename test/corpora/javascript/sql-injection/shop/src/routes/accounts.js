import { Router } from 'express';
import bcrypt from 'bcrypt';
import winston from 'winston';
import { sequelize, Product } from '../models/index.js';
import { pick, merge, safeMerge } from '../lib/async-handler.js';

const router = Router();
const logger = winston.createLogger({ transports: [new winston.transports.Console()] });
const defaults = { theme: 'light', notify: { mail: true } };

router.patch('/settings', (req, res) => {
  const settings = merge({ ...defaults }, req.body);
  const other = safeMerge({ ...defaults }, req.body);
  logger.info(`settings changed by ${req.user.sub}`); // ok: log-injection
  logger.info('agent ' + req.headers['user-agent']); // expect: log-injection
  logger.info('agent %s', JSON.stringify(req.headers['user-agent'])); // ok: log-injection
  res.json({ settings, other });
});

router.post('/', async (req, res) => {
  const user = pick(req.body, 'name', 'mail');
  const hash = await bcrypt.hash(req.body.password, 12);
  await sequelize.query('INSERT INTO users (name, mail, hash) VALUES (?, ?, ?)', { replacements: [user.name, user.mail, hash] }); // ok: sql-injection
  res.cookie('uid', user.name, { httpOnly: true, sameSite: 'lax' }); // expect: insecure-cookie
  res.cookie('theme', 'dark', { httpOnly: true, secure: true, sameSite: 'lax' }); // ok: insecure-cookie
  res.status(201).end();
});

router.put('/product/:id', async (req, res) => {
  await Product.update(req.body, { where: { id: req.params.id } }); // expect: mass-assignment
  await Product.update({ name: req.body.name }, { where: { id: req.params.id } }); // ok: mass-assignment
  res.end();
});

router.get('/profile', (req, res) => {
  res.render('profile', { name: req.query.name }); // ok: xss
  res.render(req.query.view); // expect: path-traversal
});

router.get('/feature/:name', (req, res) => {
  const handlers = { on: () => true, off: () => false };
  const { name } = req.params;
  if (!Object.hasOwn(handlers, name)) return res.sendStatus(404);
  res.json(handlers[name]()); // ok: unsafe-reflection
});

router.get('/match', (req, res) => {
  const re = new RegExp(req.query.pattern); // expect: regex-injection
  const safe = new RegExp(req.query.pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')); // ok: regex-injection
  res.json({ a: re.test('x'), b: safe.test('x'), c: /^(a+)+$/.test(req.query.text) }); // expect: redos
});

export default router;
