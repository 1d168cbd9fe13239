const target = new URLSearchParams(window.location.search).get('redirect');

export function go() {
  window.location.href = target; // expect: open-redirect
}

export function replace() {
  location.replace(target); // expect: open-redirect
}

export function home() {
  window.location.href = '/home?from=' + encodeURIComponent(target); // ok: open-redirect
  location.assign('/login'); // ok: open-redirect
}
