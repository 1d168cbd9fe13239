/** Tiny programs with marks: a line that ends in `// !` or `# !` is where an issue is due, and nowhere else. */
import assert from 'node:assert/strict';
import type { SourceFile } from '../../../../src/engine/analysis.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { analyse } from '../../../support/engine.ts';

const scriptHead = `const { exec, execFile } = require('child_process');
const express = require('express');
const app = express();
`;
const pythonHead = `import os, re, shlex, subprocess
from flask import Flask, request
app = Flask(__name__)
`;

const marked = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, i) => (/(?:\/\/|#) !$/.test(line) ? [i + 1] : []));

/** Asserts that the marked lines of each file, and only they, are issues. @returns the findings */
export async function assertMarked(files: readonly SourceFile[]): Promise<readonly Finding[]> {
  const { findings, skips } = await analyse(files);
  assert.deepEqual(skips, []);
  const places = new Set(findings.map(({ file, range }) => `${file}:${range.startLine}`));
  const due = files.flatMap(({ path, text }) => marked(text).map((line) => `${path}:${line}`));
  assert.deepEqual([...places].toSorted(), due.toSorted());
  return findings;
}

/** The body of a handler of an Express application, with what else the module declares. */
export const handler = (body: string, others = ''): Promise<readonly Finding[]> =>
  assertMarked([
    { path: 'a.js', text: `${scriptHead}${others}\napp.get('/', async (req, res) => {\n${body}\n});\n` },
  ]);

/** The body of a Flask view, indented by four spaces, with what else the module declares. */
export const view = (body: string, others = ''): Promise<readonly Finding[]> =>
  assertMarked([{ path: 'a.py', text: `${pythonHead}${others}\n@app.route("/")\ndef view():\n${body}\n` }]);

/** The body of a servlet's `doGet`, in which `run(text)` starts a program, with other members of it and other classes. */
export const servlet = (body: string, members = '', classes = ''): Promise<readonly Finding[]> =>
  assertMarked([
    {
      path: 'A.java',
      text: `import java.util.*;
import java.util.function.*;
import javax.servlet.http.*;
public class A extends HttpServlet {
  ${members}
  protected void doGet(HttpServletRequest req, HttpServletResponse res) throws Exception {
${body.replaceAll('run(', 'Runtime.getRuntime().exec(')}
  }
}
${classes}
`,
    },
  ]);
