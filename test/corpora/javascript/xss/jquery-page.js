$(function () {
  var q = window.location.search.substring(1);
  var name = decodeURIComponent(q.split('=')[1]);
  $('#out').html('Hello ' + name); // expect: xss
  $('#out').text('Hello ' + name); // ok: xss
  $('<div>' + name + '</div>').appendTo('body'); // expect: xss
  document.write('<b>' + document.referrer + '</b>'); // expect: xss
  document.getElementById('n').innerHTML = '<i>' + $('<div>').text(name).html() + '</i>'; // ok: xss
  eval(location.hash.slice(1)); // expect: code-injection
  window.addEventListener('message', function (e) {
    document.body.innerHTML = e.data; // expect: xss
  });
  window.addEventListener('message', function (e) {
    if (e.origin !== 'https://trusted.example') return;
    document.getElementById('m').textContent = e.data; // ok: xss
  });
  var page = parseInt(new URLSearchParams(location.search).get('page'), 10);
  document.getElementById('p').innerHTML = 'Page ' + page; // ok: xss
  document.cookie = 'lang=' + encodeURIComponent(name); // ok: insecure-cookie
  location.replace(new URLSearchParams(location.search).get('r')); // expect: open-redirect
  localStorage.setItem('name', name); // ok: xss
  var el = document.createElement('script');
  el.src = new URLSearchParams(location.search).get('widget'); // expect: xss
  document.head.appendChild(el);
});
