const csurf = require('csurf');
const lusca = require('lusca');
const { ApolloServer } = require('@apollo/server');

exports.off = csurf({ cookie: true, ignoreMethods: ['GET', 'HEAD', 'POST'] }); // expect: csrf-disabled
exports.on = csurf({ cookie: true }); // ok: csrf-disabled
exports.lusca = lusca({ csrf: false, xframe: 'DENY' }); // expect: csrf-disabled
exports.lusca2 = lusca({ csrf: true }); // ok: csrf-disabled
exports.server = new ApolloServer({ typeDefs: '', csrfPrevention: false }); // expect: csrf-disabled
exports.server2 = new ApolloServer({ typeDefs: '' }); // ok: csrf-disabled
