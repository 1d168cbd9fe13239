import { useRouter } from 'next/router';

export function reload() {
  window.location = window.location.href.split('?')[0]; // ok: open-redirect
  window.location.href = window.location.href.split('#')[0] + '#list'; // ok: open-redirect
  window.location.replace(location.href.substring(0, location.href.lastIndexOf('/'))); // ok: open-redirect
  window.location = window.location.hash; // ok: open-redirect
}

export function leave() {
  window.location = window.location.search.split('next=')[1]; // expect: open-redirect
  window.location.href = window.location.hash.slice(1); // expect: open-redirect
}

export function Back() {
  const router = useRouter();
  const leaveTo = () => router.push(router.query.next); // expect: open-redirect
  const stay = () => router.push('/orders?from=' + router.query.next); // ok: open-redirect
  return { leaveTo, stay };
}
