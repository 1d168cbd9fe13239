import { Router } from 'express';

export const preferences = Router();

const defaults: Record<string, unknown> = { currency: 'EUR', newsletter: { weekly: true } };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function merge(target: Record<string, unknown>, changes: Record<string, unknown>) {
  for (const key in changes) {
    const current = target[key];
    const change = changes[key];
    if (isRecord(current) && isRecord(change)) merge(current, change);
    else target[key] = change;
  }
  return target;
}

preferences.put('/', (req, res) => {
  const own = merge(structuredClone(defaults), req.body);
  res.json(own);
});

const CURRENCIES = ['EUR', 'USD', 'JPY'];

preferences.put('/currency', (req, res) => {
  const wanted = String(req.body.currency);
  res.json({ currency: CURRENCIES.includes(wanted) ? wanted : 'EUR' });
});

const COUPON = /^([A-Z0-9]+-?)+$/;

preferences.post('/coupon', (req, res) => {
  res.json({ looksRight: COUPON.test(String(req.body.code)) });
});
