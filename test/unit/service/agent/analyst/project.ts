import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PatchOutcome } from '../../../../../src/service/analysis/patch-outcome.ts';
import { finding } from '../../support/findings.ts';
import type { Harness } from '../../support/harness.ts';

/** A repository with code and issues of several kinds, scanned; what the analysts are asked about. */
export async function scannedProject(harness: Harness): Promise<string> {
  const files = {
    'src/app.js': "const db = require('mysql');\nconst q = req.query.q;\ndb.query(`select ${q}`);\n",
    'api/users.ts': 'export const users = [];\nexport function find() {}\n// end\n',
    'api/keys.py': 'KEY = "x"\nprint(1)\nprint(2)\n',
    'test/helper.js': 'eval(process.argv[2]);\n1;\n2;\n',
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(harness.folder, 'work', 'project', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const repositoryId = await harness.addRepository();
  harness.runner.listed = Object.entries(files).map(([path, text]) => ({ path, bytes: text.length }));
  harness.runner.script = async ({ on }) => {
    const xss = {
      vulnClass: 'xss',
      title: 'Cross-site scripting',
      cwes: ['CWE-79'],
      ruleId: 'javascript/xss',
    };
    const found = [
      finding({ fingerprint: 'sql', file: 'src/app.js', score: 93, confidence: 92 }),
      finding({
        fingerprint: 'xss-1',
        ...xss,
        file: 'api/users.ts',
        language: 'typescript',
        score: 75,
        confidence: 80,
      }),
      finding({
        fingerprint: 'weak',
        vulnClass: 'weak-hash',
        title: 'Weak hash',
        cwes: ['CWE-328'],
        ruleId: 'python/weak-hash',
        language: 'python',
        file: 'api/keys.py',
        score: 45,
        confidence: 70,
      }),
      finding({
        fingerprint: 'code',
        vulnClass: 'code-injection',
        title: 'Code injection',
        cwes: ['CWE-94'],
        ruleId: 'javascript/code-injection',
        file: 'test/helper.js',
        score: 95,
        confidence: 60,
      }),
    ];
    for (const each of found) on({ type: 'finding', finding: each });
    return undefined;
  };
  await harness.scan(repositoryId);
  return repositoryId;
}

export async function idOf(harness: Harness, fingerprint: string): Promise<string> {
  const issue = (await harness.issues()).find((each) => each.fingerprint === fingerprint);
  return issue?.id ?? assert.fail(`no issue ${fingerprint}`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function proven(path: string, code: string): PatchOutcome {
  const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+new\n`;
  return {
    type: 'made',
    proven: true,
    patch: {
      title: 'Bind the value',
      explanation: 'The value is bound.',
      strategy: 'sql-injection/bound-values',
      files: [
        {
          path,
          baseSha256: sha256(code),
          patchedSha256: sha256(`${code}//\n`),
          diff,
          edits: [{ startLine: 1, startColumn: 1, endLine: 1, endColumn: 1, newText: '//\n' }],
        },
      ],
      evidence: {
        applies: true,
        parses: true,
        findingGone: true,
        nothingNew: true,
        newFindings: [],
        alsoGone: 0,
      },
    },
  };
}
