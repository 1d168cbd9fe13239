import type { NextApiRequest, NextApiResponse } from 'next';
import fs from 'fs';
import { byName } from '../../lib/db';
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'POST') return res.status(405).end();
  const { file, next, label } = req.body;
  const text = fs.readFileSync('./content/' + file + '.md', 'utf8'); // expect: path-traversal
  res.setHeader('X-Label', label); // ok: header-injection
  res.setHeader('X-Label', encodeURIComponent(label)); // ok: header-injection
  if (next) return res.redirect(307, next); // expect: open-redirect
  res.json({ text, rows: await byName(label) }); // ok: xss
}
