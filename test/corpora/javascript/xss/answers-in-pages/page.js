import $ from 'jquery';
import { load } from 'cheerio';

export function show(request, response) {
  const page = load('<main></main>');
  page('main').append(request.query.note); // expect: xss
  page('main').text(request.query.note); // ok: xss
  response.type('text/plain').send('done');
}

export function code() {
  $.getJSON('/macros', (macro) => {
    eval(macro.text); // expect: code-injection
  });
  $.ajax({
    url: '/macro',
    success(text) {
      eval(text); // expect: code-injection
    },
  });
  const request = new XMLHttpRequest();
  request.open('GET', '/macros');
  request.onload = () => {
    eval(request.responseText); // expect: code-injection
  };
  request.send();
  eval($('#formula').val()); // ok: code-injection
}
