import $ from 'jquery';
import DOMPurify from 'dompurify';

const params = new URLSearchParams(window.location.search);
const name = params.get('name');
document.getElementById('who').innerHTML = 'Hello ' + name; // expect: xss
document.getElementById('who').textContent = 'Hello ' + name; // ok: xss
document.getElementById('safe').innerHTML = DOMPurify.sanitize(name); // ok: xss
document.write('<p>' + decodeURIComponent(location.hash.slice(1)) + '</p>'); // expect: xss
$('#out').html(params.get('msg')); // expect: xss
$('#out').text(params.get('msg')); // ok: xss
$('<div>').append('<b>' + document.referrer + '</b>'); // expect: xss
document.body.insertAdjacentHTML('beforeend', `<i>${location.search}</i>`); // expect: xss

window.addEventListener('message', (event) => {
  document.querySelector('#frame').outerHTML = event.data; // expect: xss
});
const li = document.createElement('li');
li.innerText = location.hash; // ok: xss
li.appendChild(document.createTextNode(location.hash)); // ok: xss
const frame = document.querySelector('iframe');
frame.srcdoc = params.get('doc'); // expect: xss
