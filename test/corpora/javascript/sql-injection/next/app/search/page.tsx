import { byName, byNameSafe, like } from '../../lib/db';
export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string; html?: string }> }) {
  const { q = '', html = '' } = await searchParams;
  const [a, b, c] = await Promise.all([byName(q), byNameSafe(q), like(q)]);
  return (
    <main>
      <h1>Results for {q}</h1>
      <div dangerouslySetInnerHTML={{ __html: html }} /> {/* expect: xss */}
      <pre>{JSON.stringify([a, b, c])}</pre> {/* ok: xss */}
    </main>
  );
}
