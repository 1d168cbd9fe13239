(function () {
  const params = new URLSearchParams(window.location.search);
  const callback = params.get('callback');
  eval(callback + '()'); // expect: code-injection

  const handlers = { open: () => {}, close: () => {} };
  const handler = Object.hasOwn(handlers, callback) ? handlers[callback] : undefined;
  if (handler) handler(); // ok: code-injection

  const script = location.hash.slice(1);
  window.setTimeout(script, 10); // expect: code-injection
  window.setTimeout(function () { console.debug('tick'); }, 10); // ok: code-injection
})();
