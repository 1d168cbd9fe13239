import DOMPurify from 'isomorphic-dompurify';
import { useSearchParams } from 'next/navigation';
import { marked } from 'marked';
export default function Page({ searchParams }: { searchParams: { bio: string; link: string } }) {
  const params = useSearchParams();
  const next = params.get('next');
  return (
    <main>
      <div dangerouslySetInnerHTML={{ __html: searchParams.bio }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(searchParams.bio) }} /> {/* ok: xss */}
      <div dangerouslySetInnerHTML={{ __html: marked.parse(searchParams.bio) as string }} /> {/* expect: xss */}
      <p>{searchParams.bio}</p> {/* ok: xss */}
      <a href={searchParams.link}>go</a> {/* expect: xss */}
    </main>
  );
}
export function jump() {
  const p = new URLSearchParams(window.location.search);
  document.getElementById('out')!.innerHTML = p.get('msg')!; // expect: xss
  document.getElementById('out')!.textContent = p.get('msg'); // ok: xss
  window.location.href = p.get('to')!; // expect: open-redirect
  document.querySelector('#x')!.insertAdjacentHTML('beforeend', location.hash.slice(1)); // expect: xss
  eval(decodeURIComponent(location.hash.slice(1))); // expect: code-injection
}
window.addEventListener('message', (event) => {
  document.body.innerHTML = event.data.html; // expect: xss
});
