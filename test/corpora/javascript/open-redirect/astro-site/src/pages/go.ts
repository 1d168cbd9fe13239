import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ url, redirect }) => {
  if (url.searchParams.has('home')) return redirect('/home'); // ok: open-redirect
  return redirect(url.searchParams.get('to') ?? '/'); // expect: open-redirect
};
