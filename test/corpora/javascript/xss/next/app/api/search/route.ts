import { NextRequest, NextResponse } from 'next/server';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { searchPosts } from '@/lib/db';

export async function GET(request: NextRequest) {
  const term = request.nextUrl.searchParams.get('q') ?? '';
  const rows = await searchPosts(term);
  return NextResponse.json(rows); // ok: xss
}

export async function POST(request: Request) {
  const { callback, html } = await request.json();
  const answer = await fetch(callback, { method: 'POST' }); // expect: ssrf
  (await cookies()).set('seen', '1', { httpOnly: true, secure: true }); // ok: insecure-cookie
  if (!answer.ok) return NextResponse.redirect(callback); // expect: open-redirect
  return new Response(`<p>${html}</p>`, { headers: { 'content-type': 'text/html' } }); // expect: xss
}

export async function PUT(request: NextRequest) {
  const to = request.nextUrl.searchParams.get('to');
  if (to === '/home' || to === '/cart') redirect(to); // ok: open-redirect
  redirect(to!); // expect: open-redirect
}
