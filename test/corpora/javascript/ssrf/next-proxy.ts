import type { NextApiRequest, NextApiResponse } from 'next';
import { z } from 'zod';
import { getServerSession } from 'next-auth';
import path from 'path';
import fs from 'fs';

const Query = z.object({ page: z.coerce.number().int(), kind: z.enum(['a', 'b']), host: z.string(), name: z.string().regex(/^[a-z0-9-]{1,32}$/) });
const HOSTS = ['api.example.com', 'img.example.com'];

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const parsed = Query.safeParse(req.query);
  if (!parsed.success) return res.status(400).json(parsed.error);
  const { page, kind, host, name } = parsed.data;
  await fetch(`https://api.example.com/${kind}?page=${page}`); // ok: ssrf
  if (!HOSTS.includes(host)) return res.status(403).end();
  await fetch(`https://${host}/x`); // ok: ssrf
  await fetch(req.query.url as string); // expect: ssrf
  const body = fs.readFileSync(path.join(process.cwd(), 'content', `${name}.json`)); // ok: path-traversal
  const other = fs.readFileSync(path.join(process.cwd(), 'content', `${req.query.slug}.json`)); // expect: path-traversal
  res.setHeader('Set-Cookie', `session=${name}; Path=/`); // expect: insecure-cookie
  res.setHeader('Set-Cookie', `session=${name}; Path=/; HttpOnly; Secure; SameSite=Lax`); // ok: insecure-cookie
  res.status(200).send(`<h1>${req.query.title}</h1>`); // expect: xss
  res.redirect(307, req.body.next); // expect: open-redirect
  void body; void other; void getServerSession;
}
