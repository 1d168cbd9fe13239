const jwt = require('jsonwebtoken');
const jwtSimple = require('jwt-simple');

const key = process.env.JWT_KEY;

exports.sign = (user) => jwt.sign({ user }, key, { algorithm: 'HS256', expiresIn: '1h' }); // ok: jwt-misuse
exports.signNone = (user) => jwt.sign({ user }, key, { algorithm: 'none' }); // expect: jwt-misuse
exports.check = (token) => jwt.verify(token, key, { algorithms: ['HS256'] }); // ok: jwt-misuse
exports.checkNone = (token) => jwt.verify(token, key, { algorithms: ['HS256', 'none'] }); // expect: jwt-misuse
exports.checkOld = (token) => jwt.verify(token, key, { ignoreExpiration: true }); // expect: jwt-misuse
exports.checkNothing = (token) => jwt.verify(token, '', { complete: true }); // expect: jwt-misuse
exports.simple = (token) => jwtSimple.decode(token, key, true); // expect: jwt-misuse
exports.simpleChecked = (token) => jwtSimple.decode(token, key); // ok: jwt-misuse
