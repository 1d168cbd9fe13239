import { PrismaClient, Prisma } from '@prisma/client';
import type { NextApiRequest, NextApiResponse } from 'next';

const prisma = new PrismaClient();

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const { q, tenant } = req.query;
  const unsafe = await prisma.$queryRawUnsafe(`SELECT * FROM "Post" WHERE title ILIKE '%${q}%'`); // expect: sql-injection
  const bound = await prisma.$queryRawUnsafe('SELECT * FROM "Post" WHERE tenant = $1', tenant); // ok: sql-injection
  const tagged = await prisma.$queryRaw`SELECT * FROM "Post" WHERE title ILIKE ${q}`; // ok: sql-injection
  const raw = await prisma.$queryRaw`SELECT * FROM ${Prisma.raw(`"${tenant}"`)}`; // expect: sql-injection
  res.status(200).json({ unsafe, bound, tagged, raw });
}
