const { exec } = require('child_process');

module.exports = { push: (remote) => exec(`git push ${remote}`) }; // expect: command-injection
