import DOMPurify from 'isomorphic-dompurify';
import { findPost } from '@/lib/db';
import { updateName } from './actions';

export default async function Page({ params, searchParams }: { params: Promise<{ slug: string }>; searchParams: Promise<{ note?: string; link?: string }> }) {
  const { slug } = await params;
  const { note = '', link = '' } = await searchParams;
  const [post] = await findPost(slug);
  const safeLink = /^https?:\/\//.test(link) ? link : '#';
  return (
    <main>
      <p>{note}</p>
      <div dangerouslySetInnerHTML={{ __html: note }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(note) }} /> {/* ok: xss */}
      <a href={safeLink}>x</a> {/* ok: xss */}
      <form action={updateName}><input name="name" /></form>
    </main>
  );
}
