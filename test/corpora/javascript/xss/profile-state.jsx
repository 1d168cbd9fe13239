import React, { useEffect, useRef, useState } from 'react';
import { useLocation, useParams, useSearchParams, useNavigate } from 'react-router-dom';
import parse from 'html-react-parser';
import DOMPurify from 'dompurify';

export function Profile() {
  const [params] = useSearchParams();
  const { id } = useParams();
  const location = useLocation();
  const [bio, setBio] = useState('');
  const [tab, setTab] = useState('home');
  const ref = useRef(null);
  useEffect(() => {
    setBio(params.get('bio'));
    ref.current.innerHTML = params.get('greeting'); // expect: xss
    ref.current.textContent = params.get('greeting'); // ok: xss
    fetch(`/api/users/${id}`).then((r) => r.json()); // ok: ssrf
    window.location.href = params.get('next'); // expect: open-redirect
    window.location.assign('/home?x=' + encodeURIComponent(params.get('next'))); // ok: open-redirect
  }, [params]);
  return (
    <section>
      <div dangerouslySetInnerHTML={{ __html: bio }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: tab }} /> {/* ok: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(bio) }} /> {/* ok: xss */}
      <a href={params.get('site')}>site</a> {/* expect: xss */}
      <a href={'/users/' + id}>me</a> {/* ok: xss */}
      <p>{location.hash}</p> {/* ok: xss */}
      {parse(decodeURIComponent(location.hash.slice(1)))} {/* expect: xss */}
      <button onClick={() => setTab('x')}>{params.get('label')}</button>
    </section>
  );
}
