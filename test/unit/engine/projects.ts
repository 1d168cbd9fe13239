/** Small projects whose parts rest on each other in the ways that analyses after an edit have to get right. */
import type { SourceFile } from '../../../src/engine/analysis.ts';

const file = (path: string, text: string): SourceFile => ({ path, text });

export const scriptProject: readonly SourceFile[] = [
  file('package.json', '{"name": "reports", "main": "index.js"}'),
  file(
    'index.js',
    `const { run, Store } = require('./lib/run');
const { exec } = require('child_process');

module.exports.report = function report(name) {
  exec('report ' + name);
  return { again(other) { exec('again ' + other); } };
};
module.exports.run = run;
module.exports.Store = Store;
`,
  ),
  file(
    'lib/run.js',
    `const { exec } = require('child_process');
const crypto = require('crypto');

class Store {
  digest = crypto.createHash('md5');
  constructor(name) { this.name = name; }
  open() { exec('open ' + this.name); }
}

function even(n, text) {
  if (n === 0) return exec(text);
  return odd(n - 1, text);
}

function odd(n, text) {
  return even(n - 1, text + '!');
}

function make(prefix) {
  let last = '';
  return {
    keep(value) { last = prefix + value; },
    flush() { exec(last); },
  };
}

const shared = make('shared ');

function run(text) {
  shared.keep(text);
  shared.flush();
  return even(3, text);
}

module.exports = { run, Store, make };
`,
  ),
  file(
    'app.js',
    `const express = require('express');
const { run, Store, make } = require('./lib/run');
const app = express();

function setup(router) {
  router.get('/late', late);
}

function late(incoming, outgoing) {
  const name = incoming.query.name;
  outgoing.send('<b>' + name + '</b>');
}

function clean(text) {
  return String(text).replace(/[^a-z]/g, '');
}

app.get('/run', (req, res) => {
  const target = clean(req.query.target);
  run(target);
  run(req.query.other);
  [req.query.a, req.query.b].forEach((part) => {
    run(part);
  });
  res.send('done');
});

app.post('/store', (req, res) => {
  const store = new Store(req.body.name);
  store.open();
  const box = make('box ');
  box.keep(req.body.text);
  box.flush();
  res.send(req.body.page);
});

setup(app);
`,
  ),
];

export const pythonProject: readonly SourceFile[] = [
  file(
    'shop/views.py',
    `from flask import Flask, request
from shop.db import Repository, search
from shop import tools

app = Flask(__name__)
repository = Repository()


@app.route("/find")
def find():
    name = request.args.get("name")
    return str(search(name))


@app.route("/ping")
def ping():
    def inner(host):
        tools.ping(host)

    inner(request.args["host"])
    tools.ping(tools.clean(request.args["other"]))
    return "<b>" + request.args["title"] + "</b>"


@app.route("/save")
def save():
    repository.name = request.form["name"]
    repository.save()
    return "ok"


def create_app():
    made = Flask("made")

    @made.route("/x")
    def handler():
        return tools.twice(request.args["x"], 3)

    return made
`,
  ),
  file(
    'shop/db.py',
    `import sqlite3
import hashlib


class Base:
    salt = hashlib.md5(b"salt")

    def execute(self, text):
        sqlite3.connect("x").cursor().execute(text)


class Repository(Base):
    def __init__(self):
        self.name = "none"
        self.table = "items"

    def save(self):
        self.execute("INSERT INTO " + self.table + " VALUES ('" + self.name + "')")


def search(name):
    cursor = sqlite3.connect("x").cursor()
    query = "SELECT * FROM items WHERE name = '%s'" % name
    cursor.execute(query)
    return cursor.fetchall()
`,
  ),
  file(
    'shop/tools.py',
    `import os
import re

count = 0


def clean(text):
    global count
    count = count + 1
    if not re.fullmatch(r"[a-z]+", text):
        raise ValueError("no")
    return text


def ping(host):
    os.system("ping " + host)


def twice(text, n):
    if n == 0:
        os.system(text)
        return text
    return again(text, n)


def again(text, n):
    return twice(text, n - 1)
`,
  ),
];

export const javaProject: readonly SourceFile[] = [
  file('app.properties', 'hash=MD5\n'),
  file(
    'src/shop/FindServlet.java',
    `package shop;

import java.io.IOException;
import java.sql.SQLException;
import javax.servlet.http.*;

public class FindServlet extends HttpServlet {
  private final Repository repository = new SqlRepository();
  private String last = "none";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    last = name;
    response.getWriter().println("<b>" + name + "</b>");
    response.getWriter().println(Texts.escape(name));
    repository.find(name);
    Runnable later = new Runnable() {
      @Override
      public void run() {
        repository.find(last);
      }
    };
    later.run();
    Texts.each(name, (part) -> repository.find(part));
    response.getWriter().println(Texts.even(name, 3));
  }
}
`,
  ),
  file(
    'src/shop/Repository.java',
    `package shop;

public interface Repository {
  void find(String name);
}
`,
  ),
  file(
    'src/shop/SqlRepository.java',
    `package shop;

import java.security.MessageDigest;
import java.sql.*;

public class SqlRepository implements Repository {
  private final String table = "items";
  private Connection connection;

  public void find(String name) {
    String query = "SELECT * FROM " + table + " WHERE name = '" + name + "'";
    try {
      Statement statement = connection.createStatement();
      statement.executeQuery(query);
      MessageDigest digest = MessageDigest.getInstance("MD5");
    } catch (Exception e) {
      throw new RuntimeException(e);
    }
  }
}
`,
  ),
  file(
    'src/shop/Texts.java',
    `package shop;

import java.util.function.Consumer;

public class Texts {
  static String escape(String text) {
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("\\"", "&quot;").replace("'", "&#39;");
  }

  static void each(String text, Consumer<String> action) {
    for (String part : text.split(",")) {
      action.accept(part);
    }
  }

  static String even(String text, int n) {
    return n == 0 ? text : odd(text, n - 1);
  }

  static String odd(String text, int n) {
    return even(text + "!", n - 1);
  }
}
`,
  ),
];
