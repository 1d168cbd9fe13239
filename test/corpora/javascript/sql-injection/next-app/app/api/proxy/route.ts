import { NextRequest, NextResponse } from 'next/server';
export async function GET(request: NextRequest) {
  const target = request.nextUrl.searchParams.get('target');
  const answer = await fetch(target!); // expect: ssrf
  return NextResponse.json(await answer.json());
}
export async function POST(request: NextRequest) {
  const { next } = await request.json();
  return NextResponse.redirect(next); // expect: open-redirect
}
