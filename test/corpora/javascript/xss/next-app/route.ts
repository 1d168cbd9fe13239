import { NextRequest, NextResponse } from 'next/server';
import { redirect } from 'next/navigation';
import { sql } from '@vercel/postgres';
import { cookies, headers } from 'next/headers';
import mysql from 'mysql2/promise';
import { readFile } from 'node:fs/promises';

const db = mysql.createPool({ host: 'localhost' });

export async function GET(request: NextRequest, { params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const q = request.nextUrl.searchParams.get('q') ?? '';
  const safe = await sql`SELECT * FROM posts WHERE slug = ${slug}`; // ok: sql-injection
  const [rows] = await db.query(`SELECT * FROM posts WHERE title LIKE '%${q}%'`); // expect: sql-injection
  const [more] = await db.execute('SELECT * FROM posts WHERE title = ?', [q]); // ok: sql-injection
  const text = await readFile(`./content/${slug}.md`, 'utf8'); // expect: path-traversal
  return NextResponse.json({ safe, rows, more, text });
}

export async function POST(request: Request) {
  const body = await request.json();
  const res = await fetch(body.webhook, { method: 'POST' }); // expect: ssrf
  const jar = await cookies();
  jar.set('session', body.session, { httpOnly: true, secure: true, sameSite: 'lax' }); // ok: insecure-cookie
  jar.set('theme', 'dark', { httpOnly: false, secure: false }); // ok: insecure-cookie
  jar.set('auth_token', body.token, { httpOnly: false, secure: true }); // expect: insecure-cookie
  if (body.html) return new Response(`<div>${body.html}</div>`, { headers: { 'content-type': 'text/html' } }); // expect: xss
  redirect(body.next); // expect: open-redirect
}
