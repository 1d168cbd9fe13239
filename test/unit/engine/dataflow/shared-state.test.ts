import assert from 'node:assert/strict';
import type { SourceFile } from '../../../../src/engine/analysis.ts';
import { analyse, newAnalyzer } from '../../../support/engine.ts';

const found = (findings: readonly { vulnClass: string; range: { startLine: number } }[]): string[] =>
  findings.map(({ vulnClass, range }) => `${vulnClass}:${range.startLine}`).toSorted();

const one = (path: string, ...lines: string[]): readonly SourceFile[] => [{ path, text: lines.join('\n') }];

const servlet = (given: string): readonly SourceFile[] =>
  one(
    'Report.java',
    'import java.sql.*;',
    'import javax.servlet.http.*;',
    'public class Report extends HttpServlet {',
    '  private static String last = "SELECT 1";',
    '  private Statement statement;',
    '  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {',
    `    last = "SELECT * FROM t WHERE id = " + ${given};`,
    '  }',
    '  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {',
    '    statement.executeQuery(last);',
    '  }',
    '}',
  );

describe('what clients leave behind', () => {
  it('is found where another handler reads a static field', async () => {
    assert.deepEqual(found((await analyse(servlet('request.getParameter("id")'))).findings), [
      'sql-injection:10',
    ]);
  });

  it('is no issue where it is a number', async () => {
    const files = servlet('Integer.parseInt(request.getParameter("id"))');
    assert.deepEqual(found((await analyse(files)).findings), []);
  });

  it('is gone after an edit that leaves nothing', async () => {
    const analyzer = await newAnalyzer();
    assert.deepEqual(found((await analyse(servlet('request.getParameter("id")'), analyzer)).findings), [
      'sql-injection:10',
    ]);
    assert.deepEqual(
      found((await analyse(servlet('request.getParameter("id").length()'), analyzer)).findings),
      [],
    );
  });

  it('is found in a variable of a module that another route reads', async () => {
    const files = one(
      'app.js',
      "const { exec } = require('child_process');",
      "const app = require('express')();",
      "let last = '';",
      "app.get('/set', (req, res) => { last = req.query.q; res.end(); });",
      "app.get('/run', (req, res) => { exec('ls ' + last); res.end(); });",
    );
    assert.deepEqual(found((await analyse(files)).findings), ['command-injection:5']);
  });

  it('is told apart by place: what one field holds another does not', async () => {
    const files = one(
      'app.py',
      'import os',
      'from flask import Flask, request, g',
      'app = Flask(__name__)',
      '@app.before_request',
      'def load():',
      '    g.tool = request.args["tool"]',
      '    g.folder = "/srv"',
      '@app.get("/run")',
      'def run():',
      '    os.system("ls " + g.folder)',
      '    os.system("run " + g.tool)',
      '    return ""',
    );
    assert.deepEqual(found((await analyse(files)).findings), ['command-injection:11']);
  });
});
