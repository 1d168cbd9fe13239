const fs = require('fs');
const path = require('path');

exports.open = (name) => fs.readFileSync(path.join(__dirname, 'data', name)); // expect: path-traversal

exports.openBelow = (root, name) => fs.readFileSync(path.join(root, name)); // expect: path-traversal

exports.openTemporary = (name) => fs.readFileSync('/tmp/' + name); // expect: path-traversal

// The path itself is what the caller asks for.
exports.openFile = (file) => fs.readFileSync(file); // ok: path-traversal

exports.openFolder = (root) => fs.readFileSync(path.join(root, 'index.json')); // ok: path-traversal

exports.openResolved = (root, name) => {
  const file = path.resolve(root, name);
  if (!file.startsWith(path.resolve(root) + path.sep)) throw new Error('outside');
  return fs.readFileSync(file); // ok: path-traversal
};
