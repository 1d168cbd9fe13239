export function keep() {
  localStorage.setItem('greeting', new URLSearchParams(location.search).get('greeting'));
  localStorage.setItem('theme', 'dark');
}

export function show(element) {
  element.innerHTML = localStorage.getItem('greeting'); // expect: xss
  element.innerHTML = localStorage.getItem('theme'); // ok: xss
}
