import { NextRequest, NextResponse } from 'next/server';
import { PrismaClient, Prisma } from '@prisma/client';
import { z } from 'zod';
import { cookies } from 'next/headers';

const prisma = new PrismaClient();
const query = z.object({ sort: z.enum(['name', 'age']), q: z.string(), n: z.coerce.number() });

export async function GET(request: NextRequest) {
  const q = request.nextUrl.searchParams.get('q') ?? '';
  const a = await prisma.$queryRaw`SELECT * FROM items WHERE name = ${q}`; // ok: sql-injection
  const b = await prisma.$queryRawUnsafe(`SELECT * FROM items WHERE name = '${q}'`); // expect: sql-injection
  const c = await prisma.$queryRaw(Prisma.sql`SELECT * FROM items WHERE name = ${q}`); // ok: sql-injection
  const parsed = query.parse(Object.fromEntries(request.nextUrl.searchParams));
  const d = await prisma.$queryRawUnsafe(`SELECT * FROM items ORDER BY ${parsed.sort} LIMIT ${parsed.n}`); // ok: sql-injection
  const e = await prisma.$executeRawUnsafe('DELETE FROM items WHERE name = ' + parsed.q); // expect: sql-injection
  return NextResponse.json({ a, b, c, d, e });
}

export async function POST(request: Request) {
  const body = await request.json();
  const upstream = await fetch(body.callback); // expect: ssrf
  cookies().set('session', 'v', { httpOnly: false }); // expect: insecure-cookie
  if (!upstream.ok) return NextResponse.redirect(body.fallback); // expect: open-redirect
  return new Response(`<p>${body.name}</p>`, { headers: { 'Content-Type': 'text/html' } }); // expect: xss
}

export async function PUT(request: Request) {
  const form = await request.formData();
  return new Response(`<p>${form.get('name')}</p>`, { headers: { 'content-type': 'application/json' } }); // ok: xss
}
