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

  const watches = (given: string): readonly SourceFile[] => [
    ...one(
      'models.py',
      'from django.db import models',
      'class Watch(models.Model):',
      '    url = models.CharField(max_length=500)',
    ),
    ...one(
      'views.py',
      'from django.http import HttpRequest',
      'from models import Watch',
      'def add(request: HttpRequest):',
      `    watch = Watch(url=${given})`,
      '    watch.save()',
    ),
    ...one(
      'worker.py',
      'import requests',
      'from models import Watch',
      'def fetch(pk):',
      '    watch = Watch.objects.get(pk=pk)',
      '    requests.get(watch.url)',
    ),
  ];

  it('is found in a row that another program reads, with both parts of its way, as stored data', async () => {
    const { findings } = await analyse(watches('request.POST["url"]'));
    const [finding] = findings;
    assert.deepEqual(found(findings), ['ssrf:5']);
    assert.equal(finding?.source?.threatModel, 'database');
    const files = new Set(finding?.codeFlows?.[0]?.steps.map(({ file }) => file));
    assert.deepEqual([...files], ['views.py', 'worker.py']);
  });

  it('is less sure in a row than in the request itself', async () => {
    const stored = (await analyse(watches('request.POST["url"]'))).findings;
    const direct = (
      await analyse(
        one(
          'views.py',
          'import requests',
          'from django.http import HttpRequest',
          'def add(request: HttpRequest):',
          '    requests.get(request.POST["url"])',
        ),
      )
    ).findings;
    assert.ok((stored[0]?.confidence ?? 100) < (direct[0]?.confidence ?? 0));
  });

  it("is gone from a row after an edit that stores the program's own", async () => {
    const analyzer = await newAnalyzer();
    assert.deepEqual(found((await analyse(watches('request.POST["url"]'), analyzer)).findings), ['ssrf:5']);
    assert.deepEqual(found((await analyse(watches('"https://example.org/"'), analyzer)).findings), []);
    assert.deepEqual(found((await analyse(watches('request.POST["url"]'), analyzer)).findings), ['ssrf:5']);
  });
});
