global.SHOP = { models: {}, get shell() { return require('./shell'); } };
SHOP.db = require('./db');
global.F = {};
F.tool = function () { return require('./shell'); };
require('./web');
