import React, { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams, useNavigate, useLocation } from 'react-router-dom';
import $ from 'jquery';
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import escapeHtml from 'lodash/escape';

export function Banner() {
  const [params] = useSearchParams();
  const box = useRef<HTMLDivElement>(null);
  const message = params.get('message') ?? '';
  useEffect(() => {
    if (box.current) box.current.innerHTML = message; // expect: xss
    box.current!.textContent = message; // ok: xss
    box.current!.insertAdjacentHTML('beforeend', `<b>${escapeHtml(message)}</b>`); // ok: xss
  }, [message]);
  return <div ref={box} />;
}

export function Comment({ text }: { text: string }) {
  const html = marked.parse(decodeURIComponent(window.location.hash.slice(1)));
  return (
    <section>
      <p dangerouslySetInnerHTML={{ __html: html as string }} /> {/* expect: xss */}
      <p dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html as string) }} /> {/* ok: xss */}
      <p>{text}</p>
    </section>
  );
}

export function Profile() {
  const { site } = useParams();
  const location = useLocation();
  const next = new URLSearchParams(location.search).get('next');
  const [page, setPage] = useState('');
  const go = () => {
    window.location.href = next!; // expect: open-redirect
  };
  const goSafely = () => {
    if (next && next.startsWith('/') && !next.startsWith('//')) window.location.assign(next); // ok: open-redirect
  };
  return (
    <>
      <a href={next!}>next</a> {/* expect: xss */}
      <iframe src={`/embed/${encodeURIComponent(site!)}`} /> {/* ok: xss */}
      <button onClick={go}>go</button>
      <button onClick={goSafely}>go</button>
      <input value={page} onChange={(e) => setPage(e.target.value)} />
    </>
  );
}

window.addEventListener('message', (event) => {
  document.getElementById('out')!.innerHTML = event.data.html; // expect: xss
});

window.addEventListener('message', (event) => {
  if (event.origin !== 'https://widgets.example') return;
  document.getElementById('out')!.innerHTML = event.data.html; // ok: xss
});

$(function () {
  const tab = new URL(document.location.href).searchParams.get('tab')!;
  $('#tabs').html(tab); // expect: xss
  $('#tabs').text(tab); // ok: xss
  $('#tabs').append('<li>' + tab + '</li>'); // expect: xss
  $('<li>').text(tab).appendTo('#tabs'); // ok: xss
  document.write('<img src="' + document.referrer + '">'); // expect: xss
  eval(localStorage.getItem('code')!);
  const n = parseInt(location.hash.slice(1), 10);
  document.body.innerHTML += `<p>${n}</p>`; // ok: xss
  setTimeout('alert("' + tab + '")', 100); // expect: code-injection
  const script = document.createElement('script');
  script.src = tab; // expect: xss
  document.body.appendChild(script);
  const p = document.createElement('p');
  p.append(tab); // ok: xss
  localStorage.setItem('tab', tab);
});
