const tar = require('tar');

function unpack(file, folder) {
  return tar.x({ file, cwd: folder, preservePaths: true }); // expect: link-following
}

function unpackWithin(file, folder) {
  return tar.x({ file, cwd: folder }); // ok: link-following
}

module.exports = { unpack, unpackWithin };
