import { Router } from 'express';
import { selectWith } from '../lib/database.ts';
import { issueSession, legacyPasswordHash, readGreeting, readSession } from '../lib/sessions.ts';

export const account = Router();

const PLACES = new Map([
  ['catalog', '/catalog'],
  ['help', '/help'],
]);

account.post('/login', async (req, res) => {
  const [customer] = await selectWith('SELECT id, name, password FROM customers WHERE email = $1', [
    req.body.email,
  ]);
  if (!customer || customer.password !== legacyPasswordHash(String(req.body.password))) {
    res.status(401).json({ error: 'Wrong e-mail address or password' });
    return;
  }
  const token = issueSession({ customer: customer.id, name: customer.name });
  res.cookie('session', token, { httpOnly: false, secure: false });
  res.cookie('theme', 'light', { httpOnly: true, secure: true, sameSite: 'lax' });
  res.json({ name: customer.name });
});

account.get('/continue', (req, res) => {
  const next = String(req.query.next ?? '/');
  res.redirect(next);
});

account.get('/after-logout', (req, res) => {
  res.redirect(PLACES.get(String(req.query.to)) ?? '/');
});

account.get('/greeting', (req, res) => {
  res.json({ greeting: `Hello, ${readGreeting(req.cookies.session).name}` });
});

account.get('/orders', async (req, res) => {
  const { customer } = readSession(req.cookies.session);
  res.json({ orders: await selectWith('SELECT * FROM orders WHERE customer = $1', [customer]) });
});
