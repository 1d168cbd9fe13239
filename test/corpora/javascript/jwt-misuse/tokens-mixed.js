const jwt = require('jsonwebtoken');
const jose = require('jose');
const { expressjwt } = require('express-jwt');
const key = process.env.JWT_KEY;

exports.user = (token) => jwt.decode(token).sub; // expect: jwt-misuse
exports.verify = (token) => jwt.verify(token, key, { algorithms: ['HS256'] }); // ok: jwt-misuse
exports.none = (token) => jwt.verify(token, key, { algorithms: ['HS256', 'none'] }); // expect: jwt-misuse
exports.empty = (token) => jwt.sign({ a: 1 }, '', { algorithm: 'none' }); // expect: jwt-misuse
exports.expired = (token) => jwt.verify(token, key, { algorithms: ['RS256'], ignoreExpiration: true }); // expect: jwt-misuse
exports.jose = (token) => jose.decodeJwt(token); // expect: jwt-misuse
exports.jose2 = (token, k) => jose.jwtVerify(token, k, { algorithms: ['EdDSA'] }); // ok: jwt-misuse
exports.mw = expressjwt({ secret: key, algorithms: ['HS256'] }); // ok: jwt-misuse
