import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { db } from './db.server';
export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const q = url.searchParams.get('q');
  const rows = await db.raw(`select * from posts where title like '%${q}%'`); // expect: sql-injection
  const one = await db('posts').where({ slug: params.slug }).first(); // ok: sql-injection
  return json({ rows, one });
}
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const to = form.get('redirectTo') as string;
  return redirect(to || '/'); // expect: open-redirect
}
