const crypto = require('crypto');

function resetToken() {
  return Math.random().toString(36).slice(2); // expect: weak-random
}

function sessionId() {
  let id = '';
  for (let i = 0; i < 16; i++) {
    id += Math.floor(Math.random() * 16).toString(16); // expect: weak-random
  }
  return id;
}

const apiKey = 'k_' + Math.random(); // expect: weak-random

function strongToken() {
  return crypto.randomBytes(32).toString('hex'); // ok: weak-random
}

function shuffle(items) {
  return items.sort(() => Math.random() - 0.5); // ok: weak-random
}

const jitter = Math.random() * 1000; // ok: weak-random
const color = '#' + Math.floor(Math.random() * 0xffffff).toString(16); // ok: weak-random

class User {
  invite() {
    this.password = Math.random().toString(36); // expect: weak-random
    this.position = Math.random() * 10; // ok: weak-random
  }
}

module.exports = { resetToken, sessionId, apiKey, strongToken, shuffle, jitter, color, User };
