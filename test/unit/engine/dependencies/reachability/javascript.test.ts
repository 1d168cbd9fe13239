import { type Case, testCases } from './cases.ts';

const lodash = { name: 'lodash', symbols: [{ names: ['template'] }] } as const;
const server = "const express = require('express');\nconst app = express();\n";

const cases: readonly Case[] = [
  {
    title: 'a route calls a method of the required module',
    files: {
      'app.js': `${server}const _ = require('lodash');\napp.get('/x', (req, res) => res.send(_.template('a')()));\n`,
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.js:4', through: ['GET /x'] },
  },
  {
    title: 'the function is taken out of the module and renamed',
    files: {
      'app.js': `${server}const { template: make } = require('lodash');\napp.get('/x', (req, res) => res.send(make('a')()));\n`,
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.js:4' },
  },
  {
    title: 'objects name each other in a circle, again and again',
    files: {
      'app.js': `const _ = require('lodash');\nlet o;\n${'o = { a: o.b, b: o.c, c: o.d, d: o[k] || _.template };\n'.repeat(4)}o[k]('a');\n`,
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.js:7' },
  },
  {
    title: 'another function of the module is called',
    files: {
      'app.js': `${server}const { chunk } = require('lodash');\napp.get('/x', (req, res) => res.send(chunk([1])));\n`,
    },
    wanted: lodash,
    expected: { level: 'imported', at: 'app.js:3', symbols: 'known' },
  },
  {
    title: 'the advisory names no function',
    files: {
      'app.js': `${server}const _ = require('lodash');\napp.get('/x', (req, res) => res.send(_.template('a')()));\n`,
    },
    wanted: { name: 'lodash', symbols: [] },
    expected: { level: 'imported', at: 'app.js:3', symbols: 'unknown' },
  },
  {
    title: 'a subpath is imported',
    files: { 'app.mjs': "import template from 'lodash/template.js';\nconsole.log(template('a')());\n" },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.mjs:2' },
  },
  {
    title: 'a package whose name begins alike is imported',
    files: {
      'app.mjs':
        "import template from 'lodash-template';\nimport x from 'lodash.template';\ntemplate(x('a'));\n",
    },
    wanted: lodash,
    expected: { level: 'not-imported' },
  },
  {
    title: 'a method of a local object has the same name',
    files: {
      'app.js': `const _ = require('lodash');\nconst views = { template: () => '' };\n_.chunk(views.template());\n`,
    },
    wanted: lodash,
    expected: { level: 'imported', at: 'app.js:1', symbols: 'known' },
  },
  {
    title: 'the function is called in a module that a route calls',
    files: {
      'app.js': `${server}const { page } = require('./view');\napp.get('/x', (req, res) => res.send(page(req.query.a)));\n`,
      'view.js':
        "const _ = require('lodash');\nfunction inner(a) {\n  return _.template(a);\n}\nexports.page = (a) => inner(a)();\n",
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'view.js:3', through: ['GET /x', 'calls page', 'calls inner'] },
  },
  {
    title: 'the function is called where nothing leads to',
    files: {
      'app.js': `${server}const { page } = require('./view');\napp.get('/x', (req, res) => res.send(page(req.query.a)));\n`,
      'view.js':
        "const _ = require('lodash');\nfunction dead(a) {\n  return _.template(a);\n}\nexports.page = (a) => String(a);\n",
    },
    wanted: lodash,
    expected: { level: 'called', at: 'view.js:3' },
  },
  {
    title: 'a module of the project hands the function on',
    files: {
      'lib.js': "const _ = require('lodash');\nmodule.exports = { render: _.template, chunk: _.chunk };\n",
      'app.js': `${server}const { render } = require('./lib');\napp.get('/x', (req, res) => res.send(render('a')()));\n`,
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.js:4' },
  },
  {
    title: 'a module of the project hands the function on, and nothing calls it',
    files: {
      'lib.js': "const _ = require('lodash');\nmodule.exports = { render: _.template, chunk: _.chunk };\n",
      'app.js': `${server}const { chunk } = require('./lib');\napp.get('/x', (req, res) => res.send(chunk(['a'])));\n`,
    },
    wanted: lodash,
    expected: { level: 'imported', at: 'lib.js:1', symbols: 'known' },
  },
  {
    title: 'a barrel exports all of the package',
    files: {
      'lib.ts': "export * from 'lodash';\n",
      'app.ts': "import { template } from './lib';\nconsole.log(template('a'));\n",
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.ts:2' },
  },
  {
    title: 'types alone are imported',
    files: {
      'app.ts':
        "import type { TemplateExecutor } from 'lodash';\nexport const run = (t: TemplateExecutor) => t();\n",
    },
    wanted: lodash,
    expected: { level: 'not-imported' },
  },
  {
    title: 'a type is imported as if it were a value',
    files: {
      'app.ts':
        "import { TemplateExecutor } from 'lodash';\nexport const run = (t: TemplateExecutor) => t();\n",
    },
    wanted: lodash,
    expected: { level: 'not-imported' },
  },
  {
    title: 'a module is imported for what it does alone',
    files: { 'app.ts': "import 'lodash';\n" },
    wanted: lodash,
    expected: { level: 'imported', at: 'app.ts:1', symbols: 'known' },
  },
  {
    title: 'the import is dynamic',
    files: { 'app.mjs': "const { template } = await import('lodash');\nconsole.log(template('a'));\n" },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.mjs:2' },
  },
  {
    title: 'the name of an import is computed',
    files: { 'app.js': 'module.exports = (name) => require(name);\n' },
    wanted: lodash,
    expected: { level: 'unknown', at: 'app.js:1' },
  },
  {
    title: 'a computed import is of files of the project',
    files: {
      'app.js':
        "const path = require('path');\nmodule.exports = (name) => require(path.join(__dirname, name)) || require('./x/' + name);\n",
    },
    wanted: lodash,
    expected: { level: 'not-imported' },
  },
  {
    title: 'tests alone import it',
    files: {
      'package.json': '{"name": "x"}',
      'index.js': 'exports.a = 1;\n',
      'test/a.test.js': "const _ = require('lodash');\n_.template('a');\n",
    },
    wanted: lodash,
    expected: { level: 'not-imported' },
  },
  {
    title: 'a module of the project has the name of the package',
    files: {
      'package.json': '{"name": "root", "private": true, "workspaces": ["packages/*"]}',
      'packages/minimist/package.json': '{"name": "minimist", "private": true, "main": "index.js"}',
      'packages/minimist/index.js': 'module.exports = () => 1;\n',
      'packages/app/package.json':
        '{"name": "app", "main": "index.js", "dependencies": {"minimist": "workspace:*"}}',
      'packages/app/index.js': "const minimist = require('minimist');\nminimist([]);\n",
    },
    wanted: { name: 'minimist', symbols: [{ names: ['minimist'] }] },
    expected: { level: 'not-imported' },
  },
  {
    title: 'the package is the function',
    files: {
      'cli.js':
        "#!/usr/bin/env node\nconst args = require('minimist')(process.argv.slice(2));\nconsole.log(args);\n",
    },
    wanted: { name: 'minimist', symbols: [{ names: ['minimist'] }] },
    expected: { level: 'reached', at: 'cli.js:2' },
  },
  {
    title: 'a method of an instance is called',
    files: {
      'app.js':
        "const { Parser } = require('expr-eval');\nconst parser = new Parser();\nmodule.exports.run = (text) => parser.evaluate(text);\n",
    },
    wanted: { name: 'expr-eval', symbols: [{ names: ['Parser.evaluate'] }] },
    expected: { level: 'called', at: 'app.js:3' },
  },
  {
    title: 'another method of the instance is called',
    files: {
      'app.js':
        "const { Parser } = require('expr-eval');\nconst parser = new Parser();\nparser.parse('1');\n",
    },
    wanted: { name: 'expr-eval', symbols: [{ names: ['Parser.evaluate'] }] },
    expected: { level: 'imported', at: 'app.js:1', symbols: 'known' },
  },
  {
    title: 'an instance is kept in a field',
    files: {
      'app.ts':
        "import { Parser } from 'expr-eval';\nclass Sheet {\n  private readonly parser = new Parser();\n  cell(text: string) {\n    return this.parser.evaluate(text);\n  }\n}\nconsole.log(new Sheet().cell('1'));\n",
    },
    wanted: { name: 'expr-eval', symbols: [{ names: ['Parser.evaluate'] }] },
    expected: { level: 'reached', at: 'app.ts:5', through: ['calls Sheet.cell'] },
  },
  {
    title: 'a constructor is vulnerable, and a class of the project extends it',
    files: {
      'app.js':
        "const { Parser } = require('expr-eval');\nclass Own extends Parser {}\nnew Own().evaluate('1');\n",
    },
    wanted: { name: 'expr-eval', symbols: [{ names: ['Parser.evaluate'] }] },
    expected: { level: 'reached', at: 'app.js:3' },
  },
  {
    title: 'the function is passed on',
    files: { 'app.js': `${server}app.engine('html', require('ejs').renderFile);\n` },
    wanted: { name: 'ejs', symbols: [{ names: ['renderFile'] }] },
    expected: { level: 'reached', at: 'app.js:3' },
  },
  {
    title: 'Express loads it as the engine of templates',
    files: { 'app.js': `${server}app.set('view engine', 'ejs');\n` },
    wanted: { name: 'ejs', symbols: [{ names: ['renderFile'] }] },
    expected: { level: 'reached', at: 'app.js:3' },
  },
  {
    title: 'another setting of Express has its name as value',
    files: { 'app.js': `${server}app.set('title', 'ejs');\n` },
    wanted: { name: 'ejs', symbols: [{ names: ['renderFile'] }] },
    expected: { level: 'not-imported' },
  },
  {
    title: 'a loader of modules in browsers gets names in a list',
    files: { 'page.js': "require(['lodash', './own'], (_, own) => own.run(_));\n" },
    wanted: lodash,
    expected: { level: 'imported', at: 'page.js:1', symbols: 'known' },
  },
  {
    title: 'a request does not load the module that its handler stands in',
    files: {
      'app.js': `${server}const _ = require('lodash');\nconst page = _.template('a');\napp.get('/x', (req, res) => res.send(page()));\n`,
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.js:4', through: ['Nothing in the project imports app.js'] },
  },
  {
    title: 'a route and a program by itself reach it',
    files: {
      'app.js': `${server}const _ = require('lodash');\nconst page = (a) => _.template(a)();\napp.get('/x', (req, res) => res.send(page('a')));\n`,
      'job.js': "require('lodash').template('a');\n",
    },
    wanted: lodash,
    expected: { level: 'reached', at: 'app.js:4', through: ['GET /x', 'calls page'] },
  },
  {
    title: 'it is passed to a timer in a function that the program calls',
    files: {
      'main.js':
        "const ejs = require('ejs');\nfunction job() {\n  ejs.render('a');\n}\nfunction start() {\n  setInterval(job, 1000);\n}\nstart();\n",
    },
    wanted: { name: 'ejs', symbols: [{ names: ['render'] }] },
    expected: { level: 'reached', at: 'main.js:3', through: ['calls start', 'passes on job'] },
  },
  {
    title: 'it is brought by a package that is imported',
    files: { 'app.js': "const express = require('express');\nexpress();\n" },
    wanted: { name: 'qs', symbols: [{ names: ['parse'] }], broughtBy: ['express'] },
    expected: { level: 'unknown', at: 'app.js:1', why: /express brings qs/ },
  },
  {
    title: 'it is brought by a package that is not imported',
    files: { 'app.js': "const koa = require('koa');\nkoa();\n" },
    wanted: { name: 'qs', symbols: [{ names: ['parse'] }], broughtBy: ['express'] },
    expected: { level: 'not-imported' },
  },
  {
    title: 'a component of Vue uses it',
    files: {
      'src/App.vue':
        "<script setup>\nimport marked from 'marked';\nconst html = marked.parse('a');\n</script>\n<template><p v-html=\"html\" /></template>\n",
    },
    wanted: { name: 'marked', symbols: [{ names: ['parse'] }] },
    expected: { level: 'reached', at: 'src/App.vue:3' },
  },
  {
    title: 'a name like that of a prototype is asked for',
    files: { 'app.js': "const x = require('__proto__');\nx.constructor();\n" },
    wanted: { name: 'constructor', symbols: [{ names: ['constructor'] }] },
    expected: { level: 'not-imported' },
  },
  {
    title: 'the package hands its function out under its own name',
    files: { 'app.mjs': "import { minimatch } from 'minimatch';\nminimatch('a', 'b');\n" },
    wanted: { name: 'minimatch', symbols: [{ names: ['minimatch'] }] },
    expected: { level: 'reached', at: 'app.mjs:2' },
  },
  {
    title: 'another function of a package that is one itself is called',
    files: { 'app.mjs': "import { escape } from 'minimatch';\nescape('a');\n" },
    wanted: { name: 'minimatch', symbols: [{ names: ['minimatch'] }] },
    expected: { level: 'imported', at: 'app.mjs:1', symbols: 'known' },
  },
  {
    title: 'a method is called of what the package itself makes',
    files: {
      'app.mjs':
        "import MarkdownIt from 'markdown-it';\nlet page;\npage = new MarkdownIt();\nconsole.log(page.render('a'));\n",
    },
    wanted: { name: 'markdown-it', symbols: [{ names: ['MarkdownIt.render'] }] },
    expected: { level: 'reached', at: 'app.mjs:4' },
  },
  {
    title: 'it is taken out of a table by a computed key',
    files: {
      'app.mjs':
        "import { http, https } from 'follow-redirects';\nconst clients = { 'http:': http, 'https:': https };\nexport function load(url) {\n  const client = clients[url.protocol];\n  return client.request(url);\n}\nload(new URL(process.argv[2]));\n",
    },
    wanted: { name: 'follow-redirects', symbols: [{ names: ['https.request'] }] },
    expected: { level: 'reached', at: 'app.mjs:5' },
  },
  {
    title: 'another entry of a table is called',
    files: {
      'app.js':
        "const _ = require('lodash');\nconst own = { template: _.template, chunk: (a) => a };\nown.chunk([1]);\n",
    },
    wanted: { name: 'lodash', symbols: [{ names: ['merge'] }] },
    expected: { level: 'imported', at: 'app.js:1', symbols: 'known' },
  },
];

describe('Reachability of npm packages', () => testCases('npm', cases));
