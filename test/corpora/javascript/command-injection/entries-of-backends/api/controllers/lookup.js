const { execSync } = require('node:child_process');

module.exports = {
  inputs: { domain: { type: 'string' } },
  async fn({ domain }) {
    execSync('dig ' + domain); // expect: command-injection
  },
  helper(domain) {
    execSync('dig ' + domain.length); // ok: command-injection
  },
};
