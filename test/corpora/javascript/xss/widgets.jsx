import { useEffect, useRef, useState } from 'react';
import { useParams, useNavigate, useLocation } from 'react-router-dom';
import sanitizeHtml from 'sanitize-html';
import { renderToString } from 'react-dom/server';
const Html = ({ content, as: Tag = 'div' }) => <Tag dangerouslySetInnerHTML={{ __html: content }} />; // expect: xss
const SafeHtml = ({ content }) => <div dangerouslySetInnerHTML={{ __html: sanitizeHtml(content) }} />; // ok: xss
export function Preview() {
  const { hash } = useLocation();
  return <section><Html content={decodeURIComponent(hash)} as="p" /><SafeHtml content={decodeURIComponent(hash)} /></section>;
}
export class Legacy extends React.Component {
  componentDidMount() {
    this.node.innerHTML = window.location.hash.slice(1); // expect: xss
    this.node.innerText = window.location.hash.slice(1); // ok: xss
  }
  render() { return <div ref={(n) => (this.node = n)} />; }
}
export function Remote({ id }) {
  const [html, setHtml] = useState('');
  const box = useRef();
  useEffect(() => {
    fetch(`/api/pages/${encodeURIComponent(id)}`).then((r) => r.text()).then(setHtml);
    const hidden = document.createElement('a');
    hidden.href = new URLSearchParams(window.location.search).get('download'); // expect: xss
    hidden.click();
    const own = document.createElement('a');
    own.href = `/download?id=${new URLSearchParams(window.location.search).get('id')}`; // ok: xss
  }, [id]);
  return <div ref={box}>{html}</div>; // ok: xss
}
export const page = (req, res) => {
  res.send(`<!doctype html><div id="app">${renderToString(<App name={req.query.name} />)}</div>`); // ok: xss
};
