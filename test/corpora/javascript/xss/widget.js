(function (window, document) {
  'use strict';
  var params = {};
  location.search.substr(1).split('&').forEach(function (pair) {
    var parts = pair.split('=');
    params[parts[0]] = decodeURIComponent(parts[1] || '');
  });

  function $id(id) { return document.getElementById(id); }
  function escapeHtml(text) {
    return String(text).replace(/[&<>"']/g, function (c) { return '&#' + c.charCodeAt(0) + ';'; });
  }
  function Widget(options) {
    this.el = options.el;
    this.title = options.title;
  }
  Widget.prototype.render = function () {
    this.el.innerHTML = '<h2>' + this.title + '</h2>'; // expect: xss
    return this;
  };
  Widget.prototype.renderSafely = function () {
    this.el.innerHTML = '<h2>' + escapeHtml(this.title) + '</h2>'; // ok: xss
    this.el.setAttribute('data-title', this.title); // ok: xss
  };
  var widget = new Widget({ el: $id('w'), title: params.title });
  widget.render().renderSafely();

  $id('link').href = params.to; // expect: xss
  $id('link').href = '/go?to=' + encodeURIComponent(params.to); // ok: xss
  $id('frame').src = 'javascript:void(0)'; // ok: xss
  $id('box').outerHTML = '<i>' + Number(params.n) + '</i>'; // ok: xss
  var range = document.createRange();
  $id('box').appendChild(range.createContextualFragment(params.html)); // expect: xss
  var xhr = new XMLHttpRequest();
  xhr.open('GET', '/api/items?q=' + encodeURIComponent(params.q)); // ok: ssrf
  xhr.onload = function () {
    $id('list').textContent = xhr.responseText; // ok: xss
  };
  xhr.send();
  window.name && document.writeln(window.name); // expect: xss
  var fn = new Function('x', 'return x + ' + params.expr); // expect: code-injection
  var tpl = document.createElement('template');
  tpl.innerHTML = params.tpl; // expect: xss
  switch (params.theme) {
    case 'dark':
    case 'light':
      document.body.innerHTML += '<link href="' + params.theme + '.css">'; // ok: xss
      break;
    default:
      document.body.insertAdjacentHTML('beforeend', params.theme); // expect: xss
  }
  window.open(params.popup); // expect: open-redirect
  if (/^\/(?!\/)/.test(params.next)) location.replace(params.next); // ok: open-redirect
  document.cookie = 'theme=' + params.theme; // ok: xss
  var merged = {};
  (function extend(target, source) {
    for (var key in source) {
      if (source[key] && typeof source[key] === 'object') extend(target[key] = target[key] || {}, source[key]); // expect: prototype-pollution
      else target[key] = source[key]; // expect: prototype-pollution
    }
  })(merged, JSON.parse(params.config || '{}'));
})(window, document);
