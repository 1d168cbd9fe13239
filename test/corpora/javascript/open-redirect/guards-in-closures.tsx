import { useLocation } from 'react-router-dom';

const isWeb = (address: string) => /^https?:/i.test(address);
function isLoaded(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

export function Links() {
  const next = new URLSearchParams(useLocation().search).get('next') ?? '';
  let other = new URLSearchParams(useLocation().search).get('other') ?? '';
  const go = () => {
    if (next && next.startsWith('/') && !next.startsWith('//')) window.location.assign(next); // ok: open-redirect
  };
  const later = () => {
    if (!next.startsWith('/') || next.startsWith('//')) return;
    setTimeout(() => window.location.assign(next), 100); // ok: open-redirect
  };
  const unasked = () => {
    window.location.assign(next); // expect: open-redirect
  };
  const changed = () => {
    if (!other.startsWith('/') || other.startsWith('//')) return;
    other = next;
    window.location.assign(other); // expect: open-redirect
  };
  return (
    <>
      <a href={isWeb(next) ? next : '#'} onClick={go}>1</a> {/* ok: xss */}
      <a href={isLoaded(next) ? next : '#'} onClick={later}>2</a> {/* ok: xss */}
      <a href={next.startsWith('https:') ? next : undefined} onClick={unasked}>3</a> {/* ok: xss */}
      <a href={next} onClick={changed}>4</a> {/* expect: xss */}
      <p dangerouslySetInnerHTML={{ __html: isWeb(next) ? next : '' }} /> {/* expect: xss */}
    </>
  );
}

export function Spread() {
  const params = new URLSearchParams(useLocation().search);
  const path = ['/onboarding', params.toString()].filter(Boolean).join('?');
  const given = [params.get('host'), 'onboarding'].filter(Boolean).join('/');
  const go = () => window.location.assign(path); // ok: open-redirect
  const leave = () => window.location.assign(given); // expect: open-redirect
  return <p onClick={go} onDoubleClick={leave} />;
}
