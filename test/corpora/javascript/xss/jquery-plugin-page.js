(function ($) {
  'use strict';
  function param(name) {
    var m = new RegExp('[?&]' + name + '=([^&]*)').exec(location.search);
    return m ? decodeURIComponent(m[1].replace(/\+/g, ' ')) : null;
  }
  function esc(s) {
    return s.replace(/[&<>"']/g, function (c) {
      return { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }[c];
    });
  }
  function escBad(s) { return s.replace('<', '&lt;').replace('>', '&gt;'); }

  $('#greeting').html('Hi ' + param('name')); // expect: xss
  $('#greeting').html('Hi ' + esc(param('name'))); // ok: xss
  $('#greeting').html('Hi ' + escBad(param('name'))); // expect: xss
  $('#greeting').text('Hi ' + param('name')); // ok: xss
  $('<div>' + param('x') + '</div>').appendTo('body'); // expect: xss
  $('#list').append($('<li>').text(param('x'))); // ok: xss
  $('#list').prepend('<li>' + param('x') + '</li>'); // expect: xss
  document.write('<title>' + document.title + '</title>');
  document.write('<a href="' + document.referrer + '">back</a>'); // expect: xss
  document.body.insertAdjacentHTML('beforeend', location.hash.substring(1)); // expect: xss
  document.body.insertAdjacentText('beforeend', location.hash.substring(1)); // ok: xss
  document.querySelector('#x').outerHTML = `<i>${window.name}</i>`; // expect: xss
  var el = document.createElement('a');
  el.setAttribute('href', param('u')); // expect: xss
  el.setAttribute('title', param('u')); // ok: xss
  el.href = '/go?u=' + encodeURIComponent(param('u')); // ok: xss
  var script = document.createElement('script');
  script.src = param('cdn'); // expect: xss
  var img = new Image();
  img.src = param('img'); // ok: xss
  eval('var cfg = ' + param('cfg')); // expect: code-injection
  setTimeout('tick(' + param('n') + ')', 10); // expect: code-injection
  setTimeout(function () { tick(param('n')); }, 10); // ok: code-injection
  var cfg = JSON.parse(param('cfg')); // ok: code-injection
  localStorage.setItem('last', param('name'));
  $('#tab-' + parseInt(param('tab'), 10)).show(); // ok: xss
  $.get('/api/items?q=' + encodeURIComponent(param('q')), function (data) { // ok: ssrf
    $('#items').html(data); 
  });
  $.globalEval(param('js')); // expect: code-injection
  window.open(param('pop')); // expect: open-redirect
  location.replace('https://example.com/?next=' + encodeURIComponent(param('n'))); // ok: open-redirect
  function tick(n) { console.log(+n, cfg); }
  var frame = document.createElement('iframe');
  frame.srcdoc = param('doc'); // expect: xss
  var template = document.createElement('template');
  template.innerHTML = '<p></p>';
  template.content.querySelector('p').textContent = param('p'); // ok: xss
  document.body.appendChild(template.content);
  var range = document.createRange();
  document.body.append(range.createContextualFragment(param('frag'))); // expect: xss
  var doc = new DOMParser().parseFromString(param('frag'), 'text/html'); // ok: xss
  document.body.append(doc.body.textContent); // ok: xss
})(jQuery);
