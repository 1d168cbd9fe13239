const fs = require('fs');
const path = require('path');

exports.contents = (r) => fs.readFileSync(path.join('/srv/files', r.query.name)); // expect: path-traversal

exports.named = function (incoming) {
  return fs.readFileSync(path.join('/srv/files', path.basename(incoming.query.name))); // ok: path-traversal
};

exports.listing = async function (about, root) {
  const folder = path.join(root, decodeURIComponent(about.path));
  return fs.promises.readdir(folder); // expect: path-traversal
};
