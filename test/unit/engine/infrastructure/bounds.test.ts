import assert from 'node:assert/strict';
import { examineInfrastructure, fixInfrastructure } from '../../../../src/engine/infrastructure/index.ts';
import { growth } from '../../../support/growth.ts';

const examine = (path: string, text: string) =>
  examineInfrastructure(
    { path, text },
    { paths: [path], read: (name) => (name === path ? text : undefined) },
  );

/** Files of many alike parts, each an issue or a link to the part before. */
const shapes: readonly (readonly [what: string, path: string, head: string, part: (i: number) => string])[] =
  [
    ['stages', 'Dockerfile', '', (i) => `FROM node AS s${i}\nRUN curl -k https://a.b | sh\n`],
    [
      'stages that continue each other',
      'Dockerfile',
      'FROM node AS s0\n',
      (i) => `FROM s${i} AS s${i + 1}\n`,
    ],
    ['a pipe', 'Dockerfile', 'FROM a\nRUN true', () => ' | curl https://a.b | sh'],
    ['variables', 'Dockerfile', 'FROM a\nENV', () => ' PASSWORD=$X'],
    [
      'pods',
      'pods.yaml',
      'apiVersion: v1\nkind: List\nitems:\n',
      (i) =>
        `- apiVersion: v1\n  kind: Pod\n  metadata: {name: p${i}}\n  spec:\n    hostPID: true\n    containers: [{name: a, image: a}]\n`,
    ],
    [
      'injections',
      '.github/workflows/a.yml',
      'on: issues\njobs:\n  a:\n    steps:\n',
      () => '    - run: echo ${{ github.event.issue.title }}\n',
    ],
    [
      'outputs',
      '.github/workflows/a.yml',
      'on: issues\njobs:\n  a:\n    steps:\n',
      (i) => `    - id: s${i}\n      run: echo y=\${{ steps.s${i - 1}.outputs.y }} >> $GITHUB_OUTPUT\n`,
    ],
    [
      'checkouts',
      '.github/workflows/a.yml',
      'on: pull_request_target\njobs:\n  a:\n    steps:\n',
      () => "    - uses: actions/checkout@v4\n      with: {ref: '${{ github.head_ref }}'}\n",
    ],
    ['locals', 'main.tf', '', (i) => `locals {\n  a${i} = local.a${i + 1}\n}\n`],
    [
      'rules of a firewall',
      'main.tf',
      'resource "aws_security_group" "a" {\n',
      () => 'ingress {\n cidr_blocks = ["0.0.0.0/0"]\n from_port = 22\n to_port = 22\n}\n',
    ],
    ['services', 'compose.yml', 'services:\n', (i) => `  s${i}:\n    privileged: true\n`],
    [
      'buckets',
      'stack.yaml',
      'Resources:\n',
      (i) => `  B${i}:\n    Type: AWS::S3::Bucket\n    Properties: {AccessControl: PublicRead}\n`,
    ],
    ['servers', 'nginx.conf', '', (i) => `server { location /a${i} { alias /x/; autoindex on; } }\n`],
  ];

describe('infrastructure of many alike parts', () => {
  for (const [what, path, head, part] of shapes)
    it(`costs no more than its length: ${what}`, () => {
      const of = (length: number): string => {
        const parts: string[] = [head];
        for (let size = head.length, i = 1; size < length; i++) {
          const next = part(i);
          parts.push(next);
          size += next.length;
        }
        return parts.join('');
      };
      assert.equal(
        growth((text) => examine(path, text), { name: what, of }, 64_000),
        undefined,
      );
    }).timeout(60_000);

  it('has 200 places of each rule, the first ones, and says how many are left out', () => {
    const { findings, skips } = examine('compose.yml', `services:\n${services(250)}`);
    assert.deepEqual(
      findings.map(({ range }) => range.startLine),
      Array.from({ length: 200 }, (_, i) => 3 + 2 * i),
    );
    assert.deepEqual(skips, [
      {
        file: 'compose.yml',
        reason: 'step-limit',
        detail: '50 further places are not listed: 200 of each rule are.',
        partial: true,
      },
    ]);
    assert.deepEqual(examine('compose.yml', `services:\n${services(200)}`).skips, []);
  });
});

describe('large manifests', () => {
  const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  hostPID: true\n  containers: [{image: a:1}]\n';
  const types = `apiVersion: v1\nkind: Types\nnames: '${'abcdefgh, '.repeat(30_000)}'\n`;

  it('are read a document at a time, with the places and the fixes of the file', () => {
    const text = `${types}---\n${types}---\n${pod}---\n${pod}`;
    const file = { path: 'all.yaml', text };
    const files = { paths: [file.path], read: () => text };
    const { findings, skips } = examineInfrastructure(file, files);
    const found = findings.filter(({ ruleId }) => ruleId.endsWith('/host-pid'));
    assert.deepEqual(
      found.map(({ range }) => range.startLine),
      [12, 18],
    );
    const [first] = found;
    assert.ok(first);
    const [edit] = fixInfrastructure(first, file, files)?.edits ?? [];
    assert.equal(text.slice(edit?.at, edit?.end), 'true');
    assert.deepEqual(skips, []);
  });

  it('whose document is too large say which', () => {
    const { findings, skips } = examine(
      'all.yaml',
      `${types}${types.replace(/^[^']*/, 'more: ')}---\n${pod}`,
    );
    assert.ok(findings.some(({ ruleId }) => ruleId.endsWith('/host-pid')));
    assert.deepEqual(skips, [
      {
        file: 'all.yaml',
        reason: 'too-large',
        detail: 'The document from line 1: It has more than 500000 characters.',
        partial: true,
      },
    ]);
  });
});

const services = (count: number): string =>
  Array.from({ length: count }, (_, i) => `  s${i}:\n    privileged: true\n`).join('');
