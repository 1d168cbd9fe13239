import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/engine/finding.ts';
import { analyse } from '../../../support/engine.ts';

describe('what a finding is about', () => {
  const only = async (path: string, text: string): Promise<Finding> => {
    const { findings } = await analyse([{ path, text }]);
    assert.equal(findings.length, 1, `${findings.length} findings in ${path}`);
    return findings[0] as Finding;
  };

  it('names the API, how the code comes to it, the argument and who chooses the data', async () => {
    const { sink, source } = await only(
      'run.js',
      `const { exec } = require('node:child_process');
const app = require('express')();
app.get('/', (req) => {
  const name = req.query.name;
  exec('ls ' + name);
});
`,
    );
    assert.deepEqual(sink, {
      kind: 'api',
      api: 'child_process.exec',
      binding: 'call',
      argument: 'Argument[0]',
      what: undefined,
    });
    assert.equal(source?.threatModel, 'remote');
    assert.equal(source?.api, 'express.Request.query');
    assert.ok(source?.names.includes('name'), `names: ${source?.names}`);
  });

  it('names the API also where the text says it in words', async () => {
    const { sink, message } = await only(
      'Run.java',
      `import java.io.*;
class Run {
  void run(javax.servlet.http.HttpServletRequest request) throws IOException {
    new FileInputStream(request.getParameter("name")).close();
  }
}
`,
    );
    assert.equal(sink.kind, 'api');
    assert.equal(sink.kind === 'api' && sink.api, 'java.io.FileInputStream');
    assert.equal(sink.kind === 'api' && sink.binding, 'new');
    assert.match(message, /reaches the path of a file/);
  });

  it('holds the whole of a long expression that the text shortens', async () => {
    const long = 'a'.repeat(80);
    const { sink } = await only(
      'match.js',
      `const app = require('express')();
app.get('/', (req) => /^${long}(x+)+$/.test(req.query.name));
`,
    );
    assert.deepEqual(sink, { kind: 'expression', expression: `^${long}(x+)+$` });
  });

  it('is the place itself where no data has to arrive', async () => {
    const { sink, source } = await only('tls.js', "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n");
    assert.ok(sink.kind === 'structure' || sink.kind === 'api', sink.kind);
    assert.equal(source, undefined);
  });
});
