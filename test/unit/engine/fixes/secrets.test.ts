import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { NamedSecret } from '../../../../src/engine/fixes/environment.ts';
import { type Candidate, createFixer } from '../../../../src/engine/fixes/fixer.ts';
import { analyse, engineOptions } from '../../../support/engine.ts';
import { canRun } from '../../../support/runnable.ts';

const vulnClass = 'hard-coded-secret';
const secrets = ['hU7sK2mPq94xVb1z', 'zX9kq2Wm41LpR7tv', 'pL3mN8qR5tV2xZ9w'] as const;
const [one, two, three] = secrets;

type Files = Readonly<Record<string, string>>;

/** The fix of the first secret in a file. @param read files that are there, and no file of a scan */
async function fixOf(
  files: Files,
  path: string,
  named: readonly NamedSecret[] = [],
  read: Files = {},
): Promise<Candidate> {
  const { findings } = await analyse(Object.entries(files).map(([file, text]) => ({ path: file, text })));
  const finding = findings.find((found) => found.vulnClass === vulnClass && found.file === path);
  assert.ok(finding, path);
  const fixer = await createFixer(engineOptions);
  const proposal = await fixer.propose(finding, (file) => files[file] ?? read[file], {
    files: Object.keys(files),
    secrets: named,
  });
  return proposal.type === 'fixes' ? (proposal.candidates[0] ?? assert.fail()) : assert.fail(proposal.reason);
}

const variableOf = ({ needs }: Candidate): string => needs?.[0]?.environment ?? '';
const textOf = ({ changes: [{ after }] }: Candidate): string => after;

describe('secrets that are read from the environment', () => {
  describe('have names', () => {
    const named: readonly (readonly [string, string, string])[] = [
      ['src/mail.js', `const smtpPassword = '${one}';\n`, 'SMTP_PASSWORD'],
      ['src/mail.js', `const password = '${one}';\n`, 'MAIL_PASSWORD'],
      ['src/mail.js', `const pwd = '${one}';\n`, 'MAIL_PASSWORD'],
      [
        'src/app.js',
        `const db = require('mysql').createConnection({ host: 'h', password: '${one}' });\n`,
        'DB_PASSWORD',
      ],
      ['billing/__init__.py', `api_key = "${one}"\n`, 'BILLING_API_KEY'],
      [
        'src/Mail.java',
        `class Mail {\n    private static final String PASSWORD = "${one}";\n}\n`,
        'MAIL_PASSWORD',
      ],
    ];
    for (const [path, text, name] of named)
      it(`after what the code calls them: ${text.trim().slice(0, 60)} in ${path}`, async () => {
        assert.equal(variableOf(await fixOf({ [path]: text }, path)), name);
      });

    it('of their own, where three in one file have the same one', async () => {
      const text = secrets
        .map(
          (secret, i) =>
            `exports.part${i} = () => {\n  const password = '${secret}';\n  return password;\n};\n`,
        )
        .join('');
      let files: Files = { 'parts.js': text };
      const names = new Set<string>();
      for (const _ of secrets) {
        const candidate = await fixOf(files, 'parts.js');
        names.add(variableOf(candidate));
        files = { 'parts.js': textOf(candidate) };
      }
      assert.equal(names.size, 3, [...names].join());
    });

    it('of their own, where patches of two files are made before either is applied', async () => {
      const files = { 'app.js': `const password = '${one}';\n`, 'main.js': `const password = '${two}';\n` };
      const first = await fixOf(files, 'app.js');
      const second = await fixOf(files, 'main.js', first.secrets);
      assert.notEqual(variableOf(first), variableOf(second));
    });

    it('once for a secret, wherever it stands', async () => {
      const files = { 'app.js': `const password = '${one}';\n`, 'lib/token.py': `access_token = "${one}"\n` };
      const first = await fixOf(files, 'app.js');
      const second = await fixOf({ ...files, 'app.js': textOf(first) }, 'lib/token.py', first.secrets);
      assert.equal(variableOf(second), variableOf(first));
    });

    for (const [what, other] of [
      ['code', { 'a.js': 'exports.p = process.env.MAIL_PASSWORD;\n' }],
      ['code that takes it apart', { 'a.js': 'const { MAIL_PASSWORD, X } = process.env;\n' }],
      ['Python', { 'a.py': 'import os\n\np = os.environ["MAIL_PASSWORD"]\n' }],
      ['Java', { 'A.java': 'class A {\n    String p = System.getenv("MAIL_PASSWORD");\n}\n' }],
      ['a compose file', { 'compose.yml': 'services:\n  a:\n    environment:\n      - MAIL_PASSWORD=x\n' }],
    ] as const)
      it(`that the project does not have already: ${what}`, async () => {
        const files = { 'mail.js': `const password = '${one}';\n`, ...other };
        assert.notEqual(variableOf(await fixOf(files, 'mail.js')), 'MAIL_PASSWORD');
      });

    it('that `.env` files have for the same value, and for no other', async () => {
      const files = { 'src/mail.js': `const password = '${one}';\n` };
      const name = async (value: string): Promise<string> =>
        variableOf(await fixOf(files, 'src/mail.js', [], { '.env': `MAIL_PASSWORD="${value}"\n` }));
      assert.equal(await name(one), 'MAIL_PASSWORD');
      assert.notEqual(await name('another'), 'MAIL_PASSWORD');
    });
  });

  describe('are read', () => {
    const signing = `import jwt from 'jsonwebtoken';\n\nexport const sign = (user) => jwt.sign({ user }, '${one}');\nexport const check = (token) => jwt.verify(token, '${one}');\n`;

    it('once, when the program starts', async () => {
      const text = textOf(await fixOf({ 'tokens.js': signing }, 'tokens.js'));
      assert.match(text, /^const JWT_SECRET = requiredEnvironment\('JWT_SECRET'\);$/m);
      assert.equal(text.match(/requiredEnvironment\('/g)?.length, 1);
    });

    it('when they are used, where tests load the file without them', async () => {
      const files = { 'tokens.js': signing, 'test/tokens.test.js': "import { sign } from '../tokens.js';\n" };
      const candidate = await fixOf(files, 'tokens.js');
      assert.match(textOf(candidate), /jwt\.sign\(\{ user \}, requiredEnvironment\('JWT_SECRET'\)\)/);
      assert.match(candidate.explanation, /tests/);
    });

    it('when they are used, where another module reads the variables from a file', async () => {
      const files = {
        'tokens.js': signing,
        'package.json': '{"type":"module","dependencies":{"dotenv":"16"}}',
      };
      assert.match(textOf(await fixOf(files, 'tokens.js')), /requiredEnvironment\('JWT_SECRET'\)\)/);
    });

    it('after the variables of a file', async () => {
      const text = `require('dotenv').config();\nconst jwt = require('jsonwebtoken');\n\nexports.sign = (user) => jwt.sign({ user }, '${one}');\n`;
      const result = textOf(await fixOf({ 'tokens.js': text }, 'tokens.js'));
      assert.ok(result.indexOf('config()') < result.indexOf('const JWT_SECRET'), result);
    });

    it('with the function that the project has for it', async () => {
      const reader =
        'export function env(name) {\n  const value = process.env[name];\n  if (!value) throw new Error(name);\n  return value;\n}\n';
      const files = {
        'src/mail.js': `import { env } from './config.js';\n\nexport const host = env('MAIL_HOST');\nconst password = '${one}';\nexport const mail = { password };\n`,
        'src/config.js': reader,
      };
      const text = textOf(await fixOf(files, 'src/mail.js'));
      assert.match(text, /const password = env\('MAIL_PASSWORD'\);/);
      assert.doesNotMatch(text, /requiredEnvironment/);
    });

    it('with a type in TypeScript', async () => {
      const files = { 'store.ts': `export class Store {\n  readonly apiKey = '${one}';\n}\n` };
      const text = textOf(await fixOf(files, 'store.ts'));
      assert.match(text, /function requiredEnvironment\(name: string\): string \{/);
    });
  });

  describe('that are missing', () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'parapet-secrets-'));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const programs = {
      javascript: {
        path: 'mail.js',
        text: `const password = '${three}';\nconsole.log(password.length);\n`,
        run: [[process.execPath, 'mail.js']],
      },
      python: {
        path: 'mail.py',
        text: `password = "${three}"\nprint(len(password))\n`,
        run: [['python3', 'mail.py']],
      },
      java: {
        path: 'Mail.java',
        text: `public class Mail {\n    private static final String PASSWORD = "${three}";\n\n    public static void main(String[] args) {\n        System.out.println(PASSWORD.length());\n    }\n}\n`,
        run: [
          ['javac', 'Mail.java'],
          ['java', '-cp', '.', 'Mail'],
        ],
      },
    } as const;
    for (const language of ['javascript', 'python', 'java'] as const)
      it(`end a program of ${language} with their name`, async function () {
        if (!(await canRun(language))) this.skip();
        const { path, text, run } = programs[language];
        const candidate = await fixOf({ [path]: text }, path);
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, textOf(candidate));
        const name = variableOf(candidate);
        const start = async (env: NodeJS.ProcessEnv): Promise<string> => {
          let said = '';
          for (const [program = '', ...args] of run) {
            const result = await promisify(execFile)(program, args, { cwd: folder, env });
            said = result.stdout;
          }
          return said.trim();
        };
        assert.equal(await start({ ...process.env, [name]: 'four' }), '4');
        await assert.rejects(
          start({ ...process.env, [name]: '' }),
          new RegExp(`Set the environment variable ${name}`),
        );
      });
  });
});
