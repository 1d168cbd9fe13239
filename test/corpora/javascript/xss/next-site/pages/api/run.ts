import type { NextApiRequest, NextApiResponse } from 'next';
import { spawnSync } from 'child_process';
import { readFile } from 'fs/promises';

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const { slug } = req.query;
  if (Array.isArray(slug)) return res.status(400).end();
  const out = spawnSync(`du -s ${slug}`, { shell: '/bin/bash' }); // expect: command-injection
  const page = await readFile(`content/${slug}.md`, 'utf8'); // expect: path-traversal
  res.redirect(`/done?n=${encodeURIComponent(String(slug))}`); // ok: open-redirect
  return out.status ?? page;
}
