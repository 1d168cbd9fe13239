import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

const express = (body: string): string =>
  `const { execFile, spawn } = require('child_process');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  ${body}\n  res.end();\n});\n`;
const flask = (body: string): string =>
  `import subprocess\nfrom flask import Flask, request\n\napp = Flask(__name__)\n\n\n@app.route("/")\ndef view():\n    ${body}\n    return ""\n`;

describe('fixes of arguments that a program may read as options', () => {
  it('end the options before the value, in each language', async () => {
    const javascript = express("execFile('git', ['clone', '--depth', '1', req.query.url, 'copy']);");
    assert.match(
      await fixed('app.js', javascript, 'argument-injection'),
      /\['clone', '--depth', '1', '--', req\.query\.url, 'copy'\]/,
    );
    const python = flask('subprocess.run(["/usr/bin/curl", "-s", request.args["url"]])');
    assert.match(
      await fixed('app.py', python, 'argument-injection'),
      /\["\/usr\/bin\/curl", "-s", "--", request\.args\["url"\]\]/,
    );
    const java =
      'import javax.servlet.http.*;\npublic class A extends HttpServlet {\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    String[] command = {"rsync", "-a"};\n    new ProcessBuilder("rsync", request.getParameter("from"), "/srv").start();\n  }\n}\n';
    assert.match(
      await fixed('A.java', java, 'argument-injection'),
      /ProcessBuilder\("rsync", "--", request\.getParameter\("from"\), "\/srv"\)/,
    );
  });

  it('pass over values of options', async () => {
    const text = express("execFile('wget', ['-O', req.query.name, req.query.url]);");
    assert.match(
      await fixed('app.js', text, 'argument-injection'),
      /\['-O', req\.query\.name, '--', req\.query\.url\]/,
    );
  });

  it('say so where `--` means something else, or options follow', async () => {
    const log = express("execFile('git', ['log', req.query.ref]);");
    assert.match(await obstacle('app.js', log, 'argument-injection'), /`git log` gives `--` another meaning/);
    const late = flask('subprocess.run(["curl", request.args["url"], "-o", "copy"])');
    assert.match(await obstacle('app.py', late, 'argument-injection'), /Options follow the value/);
  });

  it('check what is put into a command that is one text', async () => {
    const java =
      'import javax.servlet.http.*;\npublic class A extends HttpServlet {\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    Runtime.getRuntime().exec("git clone " + request.getParameter("url"));\n  }\n}\n';
    assert.match(
      await fixed('A.java', java, 'argument-injection'),
      /exec\("git clone " \+ checkedArgument\(request\.getParameter\("url"\)\)\)/,
    );
  });
});
