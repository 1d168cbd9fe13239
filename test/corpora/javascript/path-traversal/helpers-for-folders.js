const express = require('express');
const fse = require('fs-extra');
const { rimrafSync } = require('rimraf');
const mkdirp = require('mkdirp');
const { makeDirectory } = require('make-dir');

const app = express();

app.delete('/albums/:name', async (req, res) => {
  rimrafSync('/srv/albums/' + req.params.name); // expect: path-traversal
  await fse.emptyDirSync(`/srv/thumbnails/${req.params.name}`); // expect: path-traversal
  fse.outputJsonSync('/srv/log.json', { deleted: req.params.name }); // ok: path-traversal
  res.end();
});

app.post('/albums/:name', async (req, res) => {
  await makeDirectory('/srv/albums/' + req.params.name); // expect: path-traversal
  mkdirp.manualSync('/srv/thumbnails/' + req.params.name); // expect: path-traversal
  fse.writeJSONSync(`/srv/albums/${req.params.name}/about.json`, req.body); // expect: path-traversal
  mkdirp.sync('/srv/thumbnails'); // ok: path-traversal
  res.end();
});
