import type { NextApiRequest, NextApiResponse } from 'next';
import fs from 'fs';
import path from 'path';

export default function handler(req: NextApiRequest, res: NextApiResponse) {
  const { file, id } = req.query;
  if (typeof file !== 'string') return res.status(400).end();
  const full = path.join(process.cwd(), 'files', file);
  if (req.method === 'HEAD') return res.status(200).end();
  res.setHeader('Content-Type', 'application/octet-stream');
  const stat = fs.statSync(path.join('files', path.basename(file))); // ok: path-traversal
  res.send(fs.readFileSync(full)); // expect: path-traversal
}
