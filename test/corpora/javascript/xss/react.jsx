import React from 'react';
import { useParams } from 'react-router-dom';
import DOMPurify from 'dompurify';

export function Bio() {
  const { bio } = useParams();
  return (
    <section>
      <h1>{bio}</h1>
      <div dangerouslySetInnerHTML={{ __html: bio }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(bio) }} /> {/* ok: xss */}
      <p title={bio}>fine</p>
    </section>
  );
}

export function Banner() {
  const message = new URLSearchParams(window.location.search).get('m');
  const markup = { __html: `<b>${message}</b>` };
  return <p dangerouslySetInnerHTML={markup} />; // expect: xss
}
