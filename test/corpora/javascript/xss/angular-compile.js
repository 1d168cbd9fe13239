const angular = require('angular');

angular.module('shop').directive('note', ($compile, $interpolate, $location) => ({
  link(scope, element) {
    element.append($compile('<b>' + $location.search().note + '</b>')(scope)); // expect: xss
    element.append($interpolate('{{ note }}')(scope)); // ok: xss
  },
}));

function render(scope) {
  const given = new URLSearchParams(window.location.search).get('note');
  return $interpolate(given)(scope); // expect: xss
}

render();
