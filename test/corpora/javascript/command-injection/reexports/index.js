'use strict';
// What a compiler makes of `export *` and `export { … } from`, and modules that are named in a list.
var __createBinding = function (o, m, k) {
  Object.defineProperty(o, k, { enumerable: true, get: function () { return m[k]; } });
};
var __exportStar = function (m, exports) {
  for (var p in m) if (p !== 'default' && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
};
Object.defineProperty(exports, '__esModule', { value: true });
__exportStar(require('./lib/star'), exports);
var named = require('./lib/named');
Object.defineProperty(exports, 'prune', { enumerable: true, get: function () { return named.prune; } });
var keys = require('./lib/keys');
Object.keys(keys).forEach(function (key) {
  if (key === 'default' || key === '__esModule') return;
  exports[key] = keys[key];
});
['listed', 'other'].forEach(function (name) {
  exports[name] = require('./lib/' + name);
});
for (const name of ['looped']) module.exports[name] = require(`./lib/${name}`);
