// Addresses whose host the program sets, and hosts of domains that the program names.
import express from 'express';
import axios from 'axios';

const app = express();
const assets = 'assets.example.com';
const api = 'api.example.com';

app.all('/proxy/*path', async (req, res) => {
  const asked = new URL(req.originalUrl, 'https://here.example.com');
  const to = new URL(asked);
  to.protocol = 'https';
  to.hostname = asked.pathname.startsWith('/proxy/static/') ? assets : api;
  to.pathname = to.pathname.replace(/^\/proxy/, '');
  res.json(await fetch(to)); // ok: ssrf
});

app.post('/fetch', async (req, res) => {
  const to = new URL(req.body.address);
  to.host = api;
  await fetch(to); // ok: ssrf
  const other = new URL(req.body.address);
  other.port = '443';
  await fetch(other); // expect: ssrf
  const third = new URL('https://api.example.com/');
  third.hostname = req.body.host;
  await fetch(third); // expect: ssrf
  const fourth = new URL('https://api.example.com/');
  fourth.pathname = req.body.path;
  fourth.search = req.body.query;
  await fetch(fourth); // ok: ssrf
  res.end();
});

function tenant(domain: string): string | null {
  if (!domain || typeof domain !== 'string') return null;
  const trimmed = domain.trim();
  if (/[/\\?#:]/.test(trimmed)) return null;
  if (!/^(?=.{1,253}$)([a-zA-Z0-9-]{1,63}\.)+[a-zA-Z]{2,63}$/.test(trimmed)) return null;
  return trimmed.toLowerCase().endsWith('.example.com') ? trimmed : null;
}

function loose(domain: string): string | null {
  return domain.endsWith('.example.com') ? domain : null;
}

app.post('/tenant', async (req, res) => {
  const domain = tenant(req.body.domain);
  if (!domain) return res.end();
  await axios.post(`https://${domain}/token`); // ok: ssrf
  const other = loose(req.body.domain);
  if (!other) return res.end();
  await axios.post(`https://${other}/token`); // expect: ssrf
  const third = req.body.third;
  if (/[/\\?#]/.test(third) || !third.endsWith('.example.com')) return res.end();
  await axios.post(`https://${third}/token`); // ok: ssrf
  const fourth = req.body.fourth;
  if (/[/\\?#]/.test(fourth) || !fourth.endsWith('example.com')) return res.end();
  await axios.post(`https://${fourth}/token`); // expect: ssrf
  res.end();
});
