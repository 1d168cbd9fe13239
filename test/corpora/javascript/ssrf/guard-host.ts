import dns from 'node:dns/promises';
import net from 'node:net';
import express from 'express';
import ipaddr from 'ipaddr.js';
import isPrivate from 'private-ip';
import ip from 'ip';
const app = express();

async function assertPublic(url: string): Promise<void> {
  const { hostname } = new URL(url);
  const { address } = await dns.lookup(hostname);
  if (isPrivate(address)) throw new Error('private');
}
app.get('/a', async (req, res) => {
  const url = String(req.query.u);
  await assertPublic(url);
  res.send(await fetch(url)); // ok: ssrf
});
async function isPublic(url: string): Promise<boolean> {
  const { hostname } = new URL(url);
  const addresses = await dns.lookup(hostname, { all: true });
  return addresses.every(({ address }) => ipaddr.parse(address).range() === 'unicast');
}
app.get('/b', async (req, res) => {
  const url = String(req.query.u);
  if (!(await isPublic(url))) return res.status(400).end();
  return res.send(await fetch(url)); // ok: ssrf
});
app.get('/b2', async (req, res) => {
  const url = String(req.query.u);
  const { hostname } = new URL(url);
  const { address } = await dns.lookup(hostname);
  if (ip.isPrivate(address)) return res.status(400).end();
  return res.send(await fetch(url)); // ok: ssrf
});
app.get('/b3', async (req, res) => {
  const url = String(req.query.u);
  const { hostname } = new URL(url);
  const { address } = await dns.lookup(hostname);
  if (ip.isV4Format(address)) return res.status(400).end();
  return res.send(await fetch(url)); // expect: ssrf
});
const blocked = new net.BlockList();
blocked.addSubnet('10.0.0.0', 8);
app.get('/b6', async (req, res) => {
  const url = String(req.query.u);
  const { address } = await dns.lookup(new URL(url).hostname);
  if (blocked.check(address)) return res.status(400).end();
  return res.send(await fetch(url)); // ok: ssrf
});

app.get('/e', async (req, res) => {
  const host = String(req.query.h);
  const urls = [`https://icons.example.org/${host}`, `https://www.example.com/s2?domain=${host}`];
  for (const url of urls) {
    const r = await fetch(url); // ok: ssrf
    if (r.ok) return res.send('x');
  }
  return res.end();
});
app.get('/e2', async (req, res) => {
  const host = String(req.query.h);
  for (const url of [`https://${host}/a`, `https://www.example.com/${host}`]) {
    await fetch(url); // expect: ssrf
  }
  return res.end();
});
async function looksUp(url: string): Promise<void> {
  const { address } = await dns.lookup(new URL(url).hostname);
  if (!address) throw new Error('unknown');
}
app.get('/g', async (req, res) => {
  const url = String(req.query.u);
  await looksUp(url);
  res.send(await fetch(url)); // expect: ssrf
});
