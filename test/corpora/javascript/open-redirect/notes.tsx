import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { json, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { marked } from 'marked';
import DOMPurify from 'isomorphic-dompurify';
import { prisma } from '../db.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const q = url.searchParams.get('q') ?? '';
  const notes = await prisma.note.findMany({ where: { title: { contains: q } } }); // ok: sql-injection
  const raw = await prisma.$queryRawUnsafe(`SELECT * FROM note WHERE slug = '${params.slug}'`); // expect: sql-injection
  const bound = await prisma.$queryRawUnsafe('SELECT * FROM note WHERE slug = $1', params.slug); // ok: sql-injection
  return json({ notes, raw, bound, html: marked.parse(q) });
}
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const to = form.get('redirectTo');
  if (typeof to === 'string' && to.startsWith('/') && !to.startsWith('//')) return redirect(to); // ok: open-redirect
  return redirect(String(form.get('redirectTo'))); // expect: open-redirect
}
export default function Notes() {
  const { html } = useLoaderData<typeof loader>();
  return <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html) }} />; // ok: xss
}
