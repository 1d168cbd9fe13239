import DOMPurify from 'dompurify';

const params = new URLSearchParams(location.search);
const name = params.get('name');

document.getElementById('a').innerHTML = 'Hello ' + name; // expect: xss
document.getElementById('b').textContent = 'Hello ' + name; // ok: xss
document.getElementById('c').innerHTML = DOMPurify.sanitize(name); // ok: xss
document.write('<p>' + decodeURIComponent(location.hash.substring(1)) + '</p>'); // expect: xss
document.body.insertAdjacentHTML('beforeend', `<li>${document.referrer}</li>`); // expect: xss

window.addEventListener('message', (event) => {
  const box = document.querySelector('#box');
  box.outerHTML = event.data.html; // expect: xss
  box.title = event.data.title; // ok: xss
});

const count = parseInt(params.get('count'), 10);
document.querySelector('#n').innerHTML = `<b>${count}</b>`; // ok: xss
