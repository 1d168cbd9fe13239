const fs = require('fs');
const { chmod } = require('fs/promises');

async function publish(path) {
  fs.chmodSync(path, 0o777); // expect: file-permissions
  fs.chmodSync(path, 0o640); // ok: file-permissions
  await chmod(path, '666'); // expect: file-permissions
  await chmod(path, '0755'); // ok: file-permissions
  fs.chmod(path, 0o602, () => {}); // expect: file-permissions
}

module.exports = { publish };
