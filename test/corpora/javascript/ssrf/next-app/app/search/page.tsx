import { redirect } from 'next/navigation';
import DOMPurify from 'isomorphic-dompurify';
import { sql } from '@vercel/postgres';

export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string; to?: string }> }) {
  const { q = '', to } = await searchParams;
  const { rows } = await sql`SELECT * FROM docs WHERE t = ${q}`; // ok: sql-injection
  const more = await sql.query(`SELECT * FROM docs WHERE t = '${q}'`); // expect: sql-injection
  if (to) redirect(to); // expect: open-redirect
  return (
    <main>
      <h1>{q}</h1>
      <div dangerouslySetInnerHTML={{ __html: q }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(q) }} /> {/* ok: xss */}
      <p>{rows.length + more.rows.length}</p>
    </main>
  );
}
