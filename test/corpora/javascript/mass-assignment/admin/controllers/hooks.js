const http = require('http');
const https = require('https');
const dns = require('dns').promises;
const crypto = require('crypto');
const ipaddr = require('ipaddr.js');
const needle = require('needle');
const superagent = require('superagent');

const TARGETS = { ci: 'https://ci.internal/run', cd: 'https://cd.internal/run' };
function post(url, body) {
  return new Promise((resolve, reject) => {
    const lib = url.startsWith('https') ? https : http;
    const r = lib.request(url, { method: 'POST' }, resolve); // expect: ssrf
    r.on('error', reject);
    r.end(JSON.stringify(body));
  });
}
exports.receive = async (req, res) => {
  const sig = crypto.createHmac('sha1', process.env.HOOK).update(JSON.stringify(req.body)).digest('hex'); // ok: weak-hash
  if (sig !== req.get('x-sig')) return res.sendStatus(401);
  const target = TARGETS[req.params.name];
  if (!target) return res.sendStatus(404);
  await superagent.post(target).send(req.body); // ok: ssrf
  await post(req.body.callback, { ok: true });
  await needle('get', req.body.next); // expect: ssrf
  const image = req.body.image;
  const { hostname, protocol } = new URL(image);
  if (protocol !== 'https:' || hostname !== 'img.example.com') return res.sendStatus(400);
  await needle('get', image); // ok: ssrf
  https.get({ hostname: req.body.host, path: '/' }, () => {}); // expect: ssrf
  https.get({ hostname: 'api.example.com', path: '/u/' + req.body.id }, () => {}); // ok: ssrf
  await dns.lookup(req.body.host); // ok: ssrf
  res.setHeader('X-Request-Id', req.body.id); // ok: header-injection
  res.setHeader(req.body.header, '1'); // expect: header-injection
  res.status(200).json({ target: req.body.callback }); // ok: xss
};
void ipaddr;
