import React from 'react';
import { useSearchParams } from 'react-router-dom';
import DOMPurify from 'dompurify';

export function Preview() {
  const [params] = useSearchParams();
  const text = params.get('text') ?? '';
  return (
    <div>
      <p>{text}</p>
      <div dangerouslySetInnerHTML={{ __html: text }} /> {/* expect: xss */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(text) }} /> {/* ok: xss */}
    </div>
  );
}
