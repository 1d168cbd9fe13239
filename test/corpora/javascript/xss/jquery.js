$(function () {
  var tab = window.location.hash.replace('#', '');
  $('#title').html('<span>' + tab + '</span>'); // expect: xss
  $('#title').text(tab); // ok: xss
  $('.list').find('li').first().append(decodeURI(location.search)); // expect: xss
  $('.list').append('<li>fixed</li>'); // ok: xss
});
