import { FastifyReply, FastifyRequest } from 'fastify';
import { NextRequest, NextResponse } from 'next/server';
import { Context } from 'koa';

export async function fast(request: FastifyRequest<{ Querystring: { to: string } }>, reply: FastifyReply) {
  return reply.redirect(request.query.to); // expect: open-redirect
}

export function GET(request: NextRequest) {
  const to = request.nextUrl.searchParams.get('to') ?? '/';
  if (to === '/home') return NextResponse.redirect(new URL('/home', request.url)); // ok: open-redirect
  return NextResponse.redirect(to); // expect: open-redirect
}

export async function koa(ctx: Context) {
  ctx.redirect(ctx.query.to as string); // expect: open-redirect
  ctx.redirect('/'); // ok: open-redirect
}
