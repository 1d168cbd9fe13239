const { execSync } = require('node:child_process');

module.exports = {
  friendlyName: 'Ping',
  inputs: { host: { type: 'string' } },
  fn: async function (inputs) {
    execSync('ping ' + inputs.host); // expect: command-injection
  },
};
