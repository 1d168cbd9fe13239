'use client';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams, useRouter } from 'next/navigation';
import DOMPurify from 'dompurify';
import { marked } from 'marked';

export function Comment({ initial }: { initial: string }) {
  const params = useSearchParams();
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    setText(window.location.hash.slice(1));
    if (box.current) box.current.innerHTML = decodeURIComponent(location.search); // expect: xss
    if (box.current) box.current.textContent = location.search; // ok: xss
    document.write('<p>' + document.referrer + '</p>'); // expect: xss
    const s = document.createElement('script');
    s.src = params.get('cdn') + '/x.js'; // expect: xss
    document.body.append(s);
  }, [params]);
  window.addEventListener('message', (event) => {
    eval(event.data); // expect: code-injection
  });
  window.addEventListener('message', (event) => {
    if (event.origin !== 'https://trusted.example.com') return;
    document.getElementById('x')!.innerHTML = event.data; // ok: xss
  });
  return (
    <div>
      <div ref={box} />
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(text) }} />{/* ok: xss */}
      <div dangerouslySetInnerHTML={{ __html: marked(params.get('md') ?? '') as string }} />{/* expect: xss */}
      <p>{params.get('q')}</p>{/* ok: xss */}
      <a href={params.get('back') ?? '/'}>back</a>{/* expect: xss */}
      <a href={`/items/${params.get('id')}`}>item</a>{/* ok: xss */}
      <iframe src={`https://www.example.com/embed/${params.get('v')}`} />{/* ok: xss */}
      <button type="button" onClick={() => { window.location.href = params.get('next')!; }}>go</button>{/* expect: open-redirect */}
      <button type="button" onClick={() => router.push('/items')}>all</button>{/* ok: open-redirect */}
    </div>
  );
}
