const crypto = require('crypto');
const NodeRSA = require('node-rsa');
const forge = require('node-forge');

const shortKey = new NodeRSA({ b: 512 }); // expect: weak-cipher
const key = new NodeRSA({ b: 3072 }); // ok: weak-cipher
const pair = new NodeRSA().generateKeyPair(1024, 65537); // expect: weak-cipher
const exchange = crypto.createDiffieHellman(1024); // expect: weak-cipher
const longExchange = crypto.createDiffieHellman(4096); // ok: weak-cipher
const forged = forge.pki.rsa.generateKeyPair({ bits: 1024, e: 0x10001 }); // expect: weak-cipher
const longForged = forge.pki.rsa.generateKeyPair(4096); // ok: weak-cipher

module.exports = { shortKey, key, pair, exchange, longExchange, forged, longForged };
