import React, { useEffect, useMemo, useRef, useState } from 'react';
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useLocation, useNavigate, useParams, useSearchParams, Link } from 'react-router-dom';
import parse from 'html-react-parser';

export function Banner() {
  const [params] = useSearchParams();
  const html = params.get('html') ?? '';
  return <div dangerouslySetInnerHTML={{ __html: html }} />; // expect: xss
}
export function BannerClean() {
  const [params] = useSearchParams();
  const html = useMemo(() => DOMPurify.sanitize(params.get('html') ?? ''), [params]);
  return <div dangerouslySetInnerHTML={{ __html: html }} />; // ok: xss
}
export function Plain() {
  const { name } = useParams();
  return <p title={name}>Hello {name}</p>; // ok: xss
}
export function BackLink() {
  const [params] = useSearchParams();
  return <a href={params.get('back')!}>Back</a>; // expect: xss
}
export function BackLinkSafe() {
  const [params] = useSearchParams();
  return <a href={`/home?back=${params.get('back')}`}>Back</a>; // ok: xss
}
export function Frame() {
  const { search } = useLocation();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const q = new URLSearchParams(search);
    if (ref.current) ref.current.innerHTML = `<b>${q.get('title')}</b>`; // expect: xss
    if (ref.current) ref.current.textContent = q.get('title'); // ok: xss
  }, [search]);
  return <div ref={ref} />;
}
export function Markdown() {
  const [text, setText] = useState('');
  useEffect(() => {
    setText(decodeURIComponent(window.location.hash.slice(1)));
  }, []);
  return (
    <>
      <article dangerouslySetInnerHTML={{ __html: marked.parse(text) as string }} /> {/* expect: xss */}
      <article dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(marked.parse(text) as string) }} /> {/* ok: xss */}
    </>
  );
}
export function Redirector() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  useEffect(() => {
    const next = params.get('next');
    if (next) window.location.href = next; // expect: open-redirect
    if (next && next.startsWith('/') && !next.startsWith('//')) window.location.assign(next); // ok: open-redirect
    navigate(`/home?from=${encodeURIComponent(next ?? '')}`); // ok: open-redirect
  }, [params, navigate]);
  return <Link to="/home">Go</Link>;
}
export function Listener() {
  const [msg, setMsg] = useState('');
  useEffect(() => {
    const on = (event: MessageEvent) => {
      document.getElementById('out')!.innerHTML = event.data.html; // expect: xss
    };
    const onSafe = (event: MessageEvent) => {
      if (event.origin !== 'https://widgets.example.com') return;
      setMsg(String(event.data));
    };
    window.addEventListener('message', on);
    window.addEventListener('message', onSafe);
    return () => window.removeEventListener('message', on);
  }, []);
  return <span>{msg}</span>;
}
export const Rich = ({ initial }: { initial: string }) => {
  const [params] = useSearchParams();
  return <div>{parse(params.get('body') ?? initial)}</div>; // expect: xss
};
const Raw = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />; // expect: xss
export function UsesRaw() {
  return <Raw html={new URLSearchParams(location.search).get('c')!} />;
}
const RawConst = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />; // ok: xss
export const UsesRawConst = () => <RawConst html="<b>static</b>" />;
