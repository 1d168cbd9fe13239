import express from 'express';
import settings from './settings.json';

const app = express();

app.get('/own', (req, res) => {
  const target = new URL(`https://${req.query.to}`);
  if (target.hostname !== settings.host && !target.hostname.endsWith('.' + settings.host)) return res.sendStatus(400);
  return res.redirect(target.href); // ok: open-redirect
});

app.get('/of-the-environment', (req, res) => {
  const target = new URL(String(req.query.to));
  if (target.host !== process.env.HOST) return res.sendStatus(400);
  return res.redirect(target.href); // ok: open-redirect
});

app.get('/some-own', (req, res) => {
  const to = String(req.query.to);
  const hosts = (process.env.HOSTS ?? '').split(',');
  const isOwn = hosts.some((host) => {
    const target = new URL(to);
    return target.hostname === host;
  });
  if (!isOwn) return res.sendStatus(400);
  return res.redirect(to); // ok: open-redirect
});

app.get('/by-a-closure', (req, res) => {
  const to = String(req.query.to);
  const isFor = (host: string) => new URL(to).hostname === host;
  if (!isFor('shop.example')) return res.sendStatus(400);
  return res.redirect(to); // ok: open-redirect
});

app.get('/closure-of-another', (req, res) => {
  const to = String(req.query.to);
  const other = String(req.query.other);
  const isFor = (host: string) => new URL(other).hostname === host;
  if (!isFor('shop.example')) return res.sendStatus(400);
  return res.redirect(to); // expect: open-redirect
});

app.get('/of-the-client', (req, res) => {
  const target = new URL(`https://${req.query.to}`);
  if (target.hostname !== String(req.query.host)) return res.sendStatus(400);
  return res.redirect(target.href); // expect: open-redirect
});

app.get('/ends-like', (req, res) => {
  const target = new URL(`https://${req.query.to}`);
  // my-shop.example ends with shop.example, too.
  if (!target.hostname.endsWith(settings.host)) return res.sendStatus(400);
  return res.redirect(target.href); // expect: open-redirect
});
