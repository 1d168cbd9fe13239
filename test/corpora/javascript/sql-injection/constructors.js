// Constructor functions and prototypes, as they were written before classes.
var sqlite3 = require('sqlite3').verbose();
var express = require('express');

function Repository(file) {
  var self = this;
  this.db = new sqlite3.Database(file);
  this.findByTag = function (tag, done) {
    self.db.all("SELECT * FROM notes WHERE tag = '" + tag + "'", done); // expect: sql-injection
  };
}

Repository.prototype.findByOwner = function (owner, done) {
  this.db.all('SELECT * FROM notes WHERE owner = ?', [owner], done); // ok: sql-injection
};

Repository.prototype.search = function (text, done) {
  this.run('SELECT * FROM notes WHERE body LIKE "%' + text + '%"', done);
};

Repository.prototype.run = function (sql, done) {
  this.db.all(sql, done); // expect: sql-injection
};

Repository.open = function (file) {
  return new Repository(file);
};

function Controller(repository) {
  this.repository = repository;
}

Controller.prototype = {
  byTag: function (req, res) {
    this.repository.findByTag(req.params.tag, function (err, rows) {
      res.json(rows);
    });
  },
  byOwner: function (req, res) {
    this.repository.findByOwner(req.params.owner, function (err, rows) {
      res.json(rows);
    });
  },
  search: function (req, res) {
    this.repository.search(req.query.text, function (err, rows) {
      res.json(rows);
    });
  },
};

var controller = new Controller(Repository.open('notes.db'));
var router = express.Router();
router.get('/tag/:tag', controller.byTag.bind(controller));
router.get('/owner/:owner', controller.byOwner.bind(controller));
router.get('/search', controller.search.bind(controller));
module.exports = router;
