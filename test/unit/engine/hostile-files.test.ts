/**
 * Files that somebody made to stop the scan: what runs on and on, never closes, or repeats words that begin something. What
 * is asserted is that the others are still analysed, and that what was not read is said; an expression that takes quadratic
 * time would not end at all.
 */
import assert from 'node:assert/strict';
import { type AiFile, examineFile } from '../../../src/engine/ai-inventory/index.ts';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { analyse, newAnalyzer } from '../../support/engine.ts';
import { isThorough } from '../../support/thorough.ts';

const size = isThorough ? 1_000_000 : 300_000;
const run = (part: string): string => part.repeat(Math.ceil(size / part.length));

/** In any file: single characters, what opens something, and comments that are closed or not. */
const anywhere = [
  ' ',
  '\n',
  '\t',
  'a',
  '0',
  '/',
  '\\',
  '"',
  '\\"',
  '[',
  '(',
  '{',
  '<',
  '/*',
  '//\n',
  '# a\n',
  '<!--',
];

const code: Readonly<Record<string, { readonly ordinary: SourceFile; readonly words: readonly string[] }>> = {
  'a.js': {
    ordinary: {
      path: 'b.js',
      text: "const { exec } = require('child_process');\nrequire('express')().get('/', (req, res) => { exec(req.query.a); });",
    },
    words: ['new McpServer<', 'export {', 'import ', 'const a = `', '/[/;', 'algorithms: [', '=> '],
  },
  'a.tsx': {
    ordinary: {
      path: 'b.ts',
      text: "import { exec } from 'node:child_process';\nimport express from 'express';\nexpress().get('/', (req, res) => { exec(String(req.query.a)); });",
    },
    words: ['<a b="', '"use server"; ', 'type A<', '${'],
  },
  'a.py': {
    ordinary: {
      path: 'b.py',
      text: 'import os\nfrom flask import request\ndef f():\n    os.system(request.args["a"])\n',
    },
    words: ['=FastMCP[', 'import a ', '"""', "'%(", 'algorithms=[', 'torch.load(', 'install_requires=['],
  },
  'A.java': {
    ordinary: {
      path: 'B.java',
      text: 'import javax.servlet.http.*;\nclass B extends HttpServlet { void doGet(HttpServletRequest q, HttpServletResponse r) throws Exception { Runtime.getRuntime().exec(q.getParameter("a")); } }',
    },
    words: ['@Path("{a:', 'throws ', 'A<', 'catch (', 'String s = "'],
  },
};

describe('hostile files', function () {
  this.timeout(300_000);

  for (const [path, { ordinary, words }] of Object.entries(code)) {
    it(`leave the findings of others as they are: ${path}`, async () => {
      const files = [...anywhere, ...words].map((part, i) => ({ path: `${i}/${path}`, text: run(part) }));
      const analyzer = await newAnalyzer({ limits: { parseSteps: 5, parseMs: 1_000, entrySteps: 2_000 } });
      const { findings, skips } = await analyse([...files, ordinary], analyzer);
      assert.deepEqual(
        findings.filter(({ file }) => file === ordinary.path).map(({ vulnClass }) => vulnClass),
        ['command-injection'],
      );
      assert.deepEqual(
        skips.filter(({ file }) => file === ordinary.path),
        [],
      );
      // Nobody writes so many opening brackets: whatever was made of them, it was not all.
      const opening = anywhere.indexOf('(');
      assert.ok(skips.some(({ file }) => file === `${opening}/${path}`));
    });
  }

  const manifests: Readonly<
    Record<string, { readonly ordinary: string; readonly words: readonly string[] }>
  > = {
    'requirements.txt': { ordinary: 'openai==1.0\n', words: ['a==1,', 'a --hash=', '#via ', '(via '] },
    'setup.cfg': { ordinary: '[options]\ninstall_requires =\n  openai==1.0\n', words: ['a =\n', '[a]\n'] },
    'setup.py': { ordinary: "setup(install_requires=['openai'])\n", words: ['install_requires=[', '"a":['] },
    'pyproject.toml': { ordinary: '[project]\ndependencies = ["openai"]\n', words: ['[a]\n', 'a = '] },
    'build.gradle': {
      ordinary: "dependencies {\n  implementation 'com.openai:openai-java:1'\n}\n",
      words: ['include ', "implementation '", 'id "', 'kotlin(', 'implementation( \n'],
    },
    'build.sbt': { ordinary: '"com.openai" % "openai-java" % "1"\n', words: ['"a" % ', '"a" % "b" % "1"\n'] },
    'pom.xml': {
      ordinary:
        '<project><dependencies><dependency><groupId>com.openai</groupId><artifactId>openai-java</artifactId></dependency></dependencies></project>',
      words: ['<a>', '<artifactId>'],
    },
    'go.mod': {
      ordinary: 'require github.com/sashabaranov/go-openai v1.0.0\n',
      words: ['require (\n', 'a.'],
    },
    Gemfile: { ordinary: 'gem "ruby-openai"\n', words: ['gem "a', 'do |', 'group :a do\n'] },
    'Gemfile.lock': { ordinary: 'GEM\n  specs:\n    ruby-openai (1)\n', words: ['    a (\n', '    a (1)\n'] },
    'package.json': { ordinary: '{"dependencies": {"openai": "1"}}', words: ['{"a":', '"a": "b",'] },
    'pnpm-lock.yaml': {
      ordinary: "lockfileVersion: '9.0'\npackages:\n  'openai@1.0.0':\n    resolution: {}\n",
      words: ['  /a@1', '  a@1:\n'],
    },
    'yarn.lock': { ordinary: 'openai@1:\n  version "1.0.0"\n', words: ['"a@1", ', 'a@1:\n'] },
    'environment.yml': { ordinary: 'dependencies:\n  - openai\n', words: [']', '{{ a }}', '- a: '] },
    'Cargo.toml': { ordinary: '[dependencies]\nasync-openai = "1"\n', words: ['[a]\n', 'a = 1\n'] },
  };

  it('leave the manifests beside them readable, and are given up within their bounds', () => {
    const examined = (path: string, text: string) =>
      examineFile({ path, size: text.length, text } satisfies AiFile);
    for (const [path, { ordinary, words }] of Object.entries(manifests)) {
      for (const part of [...anywhere, ...words]) {
        const { dependencies, skips } = examined(path, run(part));
        assert.ok(dependencies.length <= 2_000 && skips.length <= 4, `${path}: ${part}`);
        for (const { reason, partial } of skips)
          assert.deepEqual([reason, partial], ['syntax-errors', true], `${path}: ${part}`);
      }
      const { dependencies, skips } = examined(path, ordinary);
      assert.deepEqual([dependencies.length, skips], [1, []], path);
    }
  });

  const infrastructure: Readonly<Record<string, readonly string[]>> = {
    Dockerfile: ['FROM ', 'FROM a\n'],
    'a.yaml': ['image: ', '- image: a\n', 'kind: Secret\ndata:\n'],
    'a.tf': ['resource "', 'resource "a" "'],
    'a.sh': ['http://api.openai.com/', "'a"],
    'a.ipynb': ['\\"', 'torch.load('],
    '.mcp.json': ['"mcpServers": {', '{"a":'],
    '.codex/config.toml': ['[mcp_servers.a]\n'],
    'prompts/a.txt': ['You are ', '{ {', '${'],
    'CLAUDE.md': ['ignore previous instructions ', '<!-- '],
  };

  it('of other kinds are read to their end as well', async () => {
    const files = Object.entries(infrastructure).flatMap(([path, words]) =>
      [...anywhere, ...words].map((part, i) => ({ path: `${i}/${path}`, text: run(part) })),
    );
    for (const { path, text } of files)
      assert.equal(examineFile({ path, size: text.length, text }).path, path);
    const secret = { path: 'config.env', text: `GITHUB_TOKEN=ghp_${'x8Kq2ZpL7v'.repeat(4).slice(0, 36)}\n` };
    const { findings } = await analyse([...files, secret]);
    assert.deepEqual(
      findings.filter(({ file }) => file === secret.path).map(({ vulnClass }) => vulnClass),
      ['hard-coded-secret'],
    );
  });
});
