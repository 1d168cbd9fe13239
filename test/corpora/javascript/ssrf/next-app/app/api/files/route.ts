import { NextRequest, NextResponse } from 'next/server';
import { cookies, headers } from 'next/headers';
import { PrismaClient, Prisma } from '@prisma/client';
import fs from 'node:fs/promises';

const prisma = new PrismaClient();

export async function GET(request: NextRequest, { params }: { params: Promise<{ slug: string }> }) {
  const { searchParams } = new URL(request.url);
  const name = searchParams.get('name') ?? '';
  const { slug } = await params;
  const text = await fs.readFile(`./content/${name}.md`, 'utf8'); // expect: path-traversal
  const other = await fs.readFile(`./content/${slug}.md`, 'utf8'); // expect: path-traversal
  const users = await prisma.$queryRawUnsafe(`SELECT * FROM "User" WHERE name = '${name}'`); // expect: sql-injection
  const ok = await prisma.$queryRaw`SELECT * FROM "User" WHERE name = ${name}`; // ok: sql-injection
  const bad = await prisma.$queryRaw(Prisma.raw(`SELECT '${slug}'`)); // expect: sql-injection
  return NextResponse.json({ text, other, users, ok, bad });
}
export async function POST(request: Request) {
  const { url, id } = await request.json();
  const jar = await cookies();
  jar.set('session', id, { httpOnly: true, secure: true, sameSite: 'strict' }); // ok: insecure-cookie
  const res = await fetch(url); // expect: ssrf
  const safe = await fetch(`${process.env.API}/items/${encodeURIComponent(id)}`); // ok: ssrf
  if ((await headers()).get('x-go')) return NextResponse.redirect(new URL(url, request.url)); // expect: open-redirect
  return new Response(`<p>${id}</p>`, { headers: { 'content-type': 'text/html' } }); // expect: xss
}
export async function PUT(request: Request) {
  const form = await request.formData();
  const file = form.get('file') as File;
  await fs.writeFile(`./public/${file.name}`, Buffer.from(await file.arrayBuffer())); // expect: path-traversal
  await fs.writeFile(`./public/${crypto.randomUUID()}`, Buffer.from(await file.arrayBuffer())); // ok: path-traversal
  return Response.json({ name: file.name }); // ok: xss
}
