var list = /^(?:\s*,?\s*\w+)*$/;

exports.parse = function (text) {
  if (!list.test(text)) return []; // expect: redos
  return text.split(',');
};

exports.version = function () {
  return list.test('a, b, c') ? 1 : 0; // ok: redos
};
