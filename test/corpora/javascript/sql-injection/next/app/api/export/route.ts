import { NextRequest, NextResponse } from 'next/server';
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cookies, headers } from 'next/headers';
const run = promisify(exec);
const FORMATS = ['csv', 'xlsx'] as const;

export async function GET(request: NextRequest) {
  const format = request.nextUrl.searchParams.get('format') ?? 'csv';
  if (!FORMATS.includes(format as (typeof FORMATS)[number])) return NextResponse.json({ error: 'format' }, { status: 400 });
  const name = request.nextUrl.searchParams.get('name')!;
  await run(`./export.sh --format ${format}`); // ok: command-injection
  await run(`./export.sh --name "${name}"`); // expect: command-injection
  const file = await readFile(path.join(process.cwd(), 'exports', name)); // expect: path-traversal
  const other = await readFile(path.join(process.cwd(), 'exports', `all.${format}`)); // ok: path-traversal
  return new NextResponse(Buffer.concat([file, other]));
}
export async function POST(request: Request) {
  const form = await request.formData();
  const to = String(form.get('to'));
  const jar = await cookies();
  jar.set('session', crypto.randomUUID(), { httpOnly: true, secure: true }); // ok: insecure-cookie
  jar.set('session', crypto.randomUUID(), { httpOnly: false }); // expect: insecure-cookie
  const hook = (await headers()).get('x-callback');
  await fetch(hook!); // expect: ssrf
  await fetch(process.env.HOOK!, { method: 'POST', body: to }); // ok: ssrf
  return NextResponse.redirect(to); // expect: open-redirect
}
export async function PUT(request: NextRequest) {
  const next = request.nextUrl.searchParams.get('next') || '/';
  return NextResponse.redirect(new URL('/login', request.url)); // ok: open-redirect
}
export async function PATCH(request: NextRequest) {
  const html = await request.text();
  return new Response(html, { headers: { 'content-type': 'text/html' } }); // expect: xss
}
export async function DELETE(request: NextRequest) {
  return Response.json({ echo: await request.text() }); // ok: xss
}
