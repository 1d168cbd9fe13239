// What stands in double braces is computed, with the values at hand, and escaped.
exports.renderString = (text, values = {}) =>
  text.replace(/\{\{(.*?)\}\}/g, (_, expression) =>
    String(new Function(...Object.keys(values), `return ${expression}`)(...Object.values(values))).replace(/</g, '&lt;'),
  );
