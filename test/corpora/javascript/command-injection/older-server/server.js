var http = require('http'), url = require('url'), fs = require('fs'), cp = require('child_process'), util = require('util');
var EventEmitter = require('events').EventEmitter;
var mysql = require('mysql');
var async = require('async');
var connection = mysql.createConnection({ host: 'x' });
function Store(db) { this.db = db; this.cache = {}; }
Store.prototype.find = function (name, cb) {
  this.db.query("select * from t where n = '" + name + "'", cb); // expect: sql-injection
};
Store.prototype.findSafe = function (name, cb) {
  this.db.query('select * from t where n = ' + this.db.escape(name), cb); // ok: sql-injection
};
util.inherits(Store, EventEmitter);
var store = new Store(connection);
var bus = new EventEmitter();
bus.on('job', function (job) { cp.exec('run ' + job.name); }); // expect: command-injection
var routes = {
  '/find': function (q, res) { store.find(q.name, function (err, rows) { res.end(JSON.stringify(rows)); }); },
  '/safe': function (q, res) { store.findSafe(q.name, function (err, rows) { res.end(JSON.stringify(rows)); }); },
  '/job': function (q, res) { bus.emit('job', { name: q.name }); res.end(); },
  '/read': function (q, res) { fs.readFile('./public/' + q.file, function (e, data) { res.end(data); }); }, // expect: path-traversal
  '/later': function (q, res) {
    var self = this;
    setTimeout(function () { cp.exec.call(null, 'echo ' + q.x); }, 10); // expect: command-injection
    [q.z].forEach(function (z) { cp.exec(util.format('echo %s', z)); }); // expect: command-injection
    cp.exec.apply(cp, ['echo ' + q.w]); // expect: command-injection
    res.end();
  },
};
http.createServer(function (req, res) {
  var parsed = url.parse(req.url, true);
  var route = routes[parsed.pathname];
  if (route) return route(parsed.query, res);
  res.writeHead(404, { 'Content-Type': 'text/html' });
  res.end('<p>' + parsed.pathname + ' not found</p>'); // expect: xss
}).listen(80);
