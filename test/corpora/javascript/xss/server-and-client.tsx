import express from 'express';
import escapeHtml from 'escape-html';
import DOMPurify from 'dompurify';
import he from 'he';
import xss from 'xss';
import React, { useEffect, useRef } from 'react';
import { useRouter } from 'next/router';
import { useSearchParams } from 'react-router-dom';
import type { NextApiRequest, NextApiResponse } from 'next';
import $ from 'jquery';
import { marked } from 'marked';

const app = express();

app.get('/a', (req, res) => {
  res.send(`<h1>${req.query.name}</h1>`); // expect: xss
  res.send(`<h1>${escapeHtml(String(req.query.name))}</h1>`); // ok: xss
  res.send('<h1>' + he.encode(req.query.name as string) + '</h1>'); // ok: xss
  res.send(xss(req.query.html as string)); // ok: xss
  res.json({ name: req.query.name }); // ok: xss
  res.send({ name: req.query.name }); // ok: xss
  res.set('Content-Type', 'text/html');
  res.write('<p>' + req.headers['user-agent'] + '</p>'); // expect: xss
  res.end(`<p>${req.cookies.theme}</p>`); // expect: xss
  res.send('<a href="/search?q=' + encodeURIComponent(req.query.q as string) + '">again</a>'); // ok: xss
  res.status(404).send('Cannot find ' + req.originalUrl); // expect: xss
  res.render('index', { name: req.query.name }); // ok: xss
  const table: Record<string, string> = { en: 'Hello', de: 'Hallo' };
  res.send(table[req.query.lang as string] ?? 'Hi'); // ok: xss
  res.send(String(Number(req.query.n))); // ok: xss
  res.send('<b>' + (req.query.name as string).replace(/</g, '&lt;').replace(/>/g, '&gt;') + '</b>'); // ok: xss
  res.send('<b>' + (req.query.name as string).replace('<script>', '') + '</b>'); // expect: xss
});

app.get('/plain', (req, res) => {
  res.type('text/plain').send(String(req.query.name)); // ok: xss
});

app.use((err: Error, req: express.Request, res: express.Response, next: express.NextFunction) => {
  res.status(500).send(`<pre>No such page: ${req.path}</pre>`); // expect: xss
});

export default function handler(req: NextApiRequest, res: NextApiResponse) {
  res.setHeader('Content-Type', 'text/html');
  res.send('<p>' + req.query.name + '</p>'); // expect: xss
}

export function Profile({ bio }: { bio: string }) {
  const router = useRouter();
  const [params] = useSearchParams();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.innerHTML = decodeURIComponent(window.location.hash.slice(1)); // expect: xss
    box.current!.textContent = window.location.hash; // ok: xss
    document.title = window.location.hash; // ok: xss
  }, []);
  return (
    <div>
      <p>{router.query.q}</p>
      <div dangerouslySetInnerHTML={{ __html: router.query.html as string }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(router.query.html as string) }} /> {/* ok: xss */}
      <div dangerouslySetInnerHTML={{ __html: params.get('x')! }} /> {/* expect: xss */}
      <a href={params.get('url')!}>link</a> {/* expect: xss */}
      <a href={'/users/' + params.get('id')}>link</a> {/* ok: xss */}
      <div ref={box} />
    </div>
  );
}

const query = new URLSearchParams(location.search);
$('#out').html(query.get('msg')); // expect: xss
$('#out').text(query.get('msg')!); // ok: xss
$('#out').append('<li>' + query.get('item') + '</li>'); // expect: xss
document.write(document.referrer); // expect: xss
document.querySelector('#a')!.insertAdjacentHTML('beforeend', query.get('b')!); // expect: xss
document.querySelector('#a')!.setAttribute('data-x', query.get('b')!); // ok: xss
window.addEventListener('message', (event) => {
  document.getElementById('m')!.innerHTML = event.data; // expect: xss
});
document.getElementById('md')!.innerHTML = marked.parse(query.get('md')!) as string; // expect: xss
document.getElementById('md')!.innerHTML = DOMPurify.sanitize(marked.parse(query.get('md')!) as string); // ok: xss
eval(query.get('code')!); // expect: code-injection
const el = document.createElement('div');
el.innerText = query.get('t')!; // ok: xss
location.href = query.get('next')!; // expect: open-redirect
