import { useParams, useLocation, useSearchParams } from 'react-router-dom';
import { useRef, useEffect } from 'react';
export function View() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const location = useLocation();
  const ref = useRef(null);
  useEffect(() => {
    ref.current.innerHTML = search.get('html'); // expect: xss
    const q = new URLSearchParams(location.search).get('q');
    document.title = q; // ok: xss
    eval('x=' + q); // expect: code-injection
    fetch(`/api/items/${id}`); // ok: ssrf
  }, []);
  return <div><span dangerouslySetInnerHTML={{ __html: search.get('b') }} />{id}</div>; // expect: xss
}
