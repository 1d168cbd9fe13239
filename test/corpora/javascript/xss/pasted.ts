import $ from 'jquery';
import * as d3 from 'd3';

const editor = document.getElementById('editor') as HTMLElement;

editor.addEventListener('paste', (event) => {
  event.preventDefault();
  editor.innerHTML = event.clipboardData.getData('text/html'); // expect: xss
});

function dropped(event: DragEvent): void {
  const markup = event.dataTransfer?.getData('text/html') ?? '';
  $('#board').append(markup); // expect: xss
  $('#board').text(markup); // ok: xss
}
editor.addEventListener('drop', dropped);

const address = new URL(document.location.toString());
const params = new URL(document.location as unknown as string).searchParams;

d3.select('#title').attr('class', 'big').html(params.get('title') ?? ''); // expect: xss
d3.select('#title').text(params.get('title') ?? ''); // ok: xss
$('#host').html(window.location.hostname); // ok: xss

$('#more').attr('href', params.get('next') ?? ''); // expect: xss
$('#more').attr('title', params.get('next') ?? ''); // ok: xss
$('#more').attr('href', '/pages/' + params.get('next')); // ok: xss
$('<a>', { href: address.searchParams.get('back') }).appendTo('body'); // expect: xss

// A selector, as an address's fragment begins.
$(window.location.hash).show(); // ok: xss
$(window.location.hash.slice(1)).show(); // expect: xss

const wanted = new URL(document.location.href).searchParams;
wanted.set('page', '2');
$('#link').html(`<a href="?${wanted.toString()}">2</a>`); // ok: xss
$('#topic').html(wanted.get('topic') ?? ''); // expect: xss
