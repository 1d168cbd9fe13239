import type { NextApiRequest, NextApiResponse } from 'next';
import { query } from '../../lib/db';
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const { id, name } = req.query;
  const rows = await query(`select * from users where name = '${name}'`);
  const one = await query('select * from users where id = $1', [id]);
  if (!rows.length) return res.redirect(req.query.back as string); // expect: open-redirect
  return res.status(200).json({ rows, one }); // ok: xss
}
