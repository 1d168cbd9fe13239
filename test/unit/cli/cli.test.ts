import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { Tree } from '../service/analysis/tree.ts';
import { parapet, program } from './run.ts';

const settings = { 'config/app.yml': 'database:\n  password: Winter-2021-Sale\n' };

describe('parapet on the command line', () => {
  it('lists the AI components of a folder', async () => {
    using folder = new Tree({
      'package.json': '{"dependencies":{"openai":"5.1.0"}}',
      '.mcp.json':
        '{"mcpServers":{"files":{"command":"npx","args":["a-server"],"env":{"API_KEY":"zq8vT1mWn5Rk2Lx9"}}}}',
    });
    const [table, json, bom, wrong] = await Promise.all([
      parapet(['inventory', folder.root]),
      parapet(['inventory', folder.root, '--format', 'json']),
      parapet(['inventory', folder.root, '--format', 'cyclonedx']),
      parapet(['inventory', folder.at('nowhere')]),
    ]);
    assert.deepEqual([table.code, json.code, bom.code, wrong.code], [0, 0, 0, 2]);
    assert.match(table.stdout, /MCP_SERVER[^\n]*files[\s\S]*2 AI components; 2 risks/);
    const listed: { components: { name: string }[] } = JSON.parse(json.stdout);
    assert.deepEqual(listed.components.map(({ name }) => name).toSorted(), ['files', 'openai']);
    assert.equal(JSON.parse(bom.stdout).bomFormat, 'CycloneDX');
    for (const { stdout } of [table, json, bom]) assert.doesNotMatch(stdout, /zq8vT1mWn5Rk2Lx9/);
  });

  it('reports licences that the options refuse, and fails on them where it is asked to', async () => {
    const lock = {
      lockfileVersion: 3,
      packages: { 'node_modules/kit': { version: '1.0.0', license: 'AGPL-3.0-only' } },
    };
    using folder = new Tree({
      'package.json': '{"dependencies":{"kit":"^1.0.0"}}',
      'package-lock.json': JSON.stringify(lock),
    });
    const [none, table, json, fails, wrong] = await Promise.all([
      parapet(['sca', folder.root, '--fail-on', 'low']),
      parapet(['sca', folder.root, '--deny-licenses', 'GPL-3.0-only, AGPL-3.0-only']),
      parapet(['sca', folder.root, '--allow-licenses', 'MIT', '--format', 'json']),
      parapet(['sca', folder.root, '--allow-licenses', 'MIT', '--fail-on', 'medium']),
      parapet(['sca', folder.root, '--allow-licenses', ' ,']),
    ]);
    assert.deepEqual(
      [none, table, json, fails, wrong].map(({ code }) => code),
      [0, 0, 0, 1, 2],
    );
    assert.match(table.stdout, /MEDIUM Licence AGPL-3\.0-only is denied: kit 1\.0\.0 \(package\.json:1\)/);
    const listed: { licenses: { title: string }[]; packages: { licenses: string[] }[] } = JSON.parse(
      json.stdout,
    );
    assert.deepEqual(listed.packages[0]?.licenses, ['AGPL-3.0-only']);
    assert.equal(listed.licenses.length, 1);
  }).timeout(60_000);

  it('lists the vulnerable packages of a folder, and fails on them where it is asked to', async () => {
    using folder = new Tree({ 'package.json': '{"dependencies":{"lodash":"^4.17.0"}}' });
    const lock = { lockfileVersion: 3, packages: { 'node_modules/lodash': { version: '4.17.11' } } };
    using vulnerable = new Tree({
      'package.json': '{"dependencies":{"lodash":"^4.17.0"}}',
      'package-lock.json': JSON.stringify(lock),
    });
    using damaged = new Tree({ 'package-lock.json': '{"packages": ' });
    const [table, json, fails, passes, unread, wrong] = await Promise.all([
      parapet(['sca', vulnerable.root]),
      parapet(['sca', vulnerable.root, '--format', 'json']),
      parapet(['sca', vulnerable.root, '--fail-on', 'high']),
      parapet(['sca', folder.root, '--fail-on', 'critical']),
      parapet(['sca', damaged.root, '--fail-on', 'high']),
      parapet(['sca', folder.at('nowhere')]),
    ]);
    assert.deepEqual(
      [table, json, fails, passes, unread, wrong].map(({ code }) => code),
      [0, 0, 1, 0, 4, 2],
    );
    assert.match(
      table.stdout,
      /CRITICAL[^\n]*lodash[^\n]*CVE-2019-10744[^\n]*4\.17\.12[^\n]*package\.json:1/,
    );
    const listed: { packages: { name: string }[]; vulnerabilities: { advisory: { id: string } }[] } =
      JSON.parse(json.stdout);
    assert.deepEqual(
      listed.packages.map(({ name }) => name),
      ['lodash'],
    );
    assert.ok(listed.vulnerabilities.some(({ advisory }) => advisory.id === 'CVE-2019-10744'));
    assert.match(unread.stderr, /package-lock\.json: Its packages could not be read/);
  });

  it('upgrades vulnerable packages where it is asked to, and says what it leaves', async function () {
    this.timeout(120_000);
    const manifest = '{\r\n\t"dependencies": {"lodash": "4.17.11"}\r\n}\r\n';
    using folder = new Tree({ 'package.json': manifest });
    const locked = { lockfileVersion: 3, packages: { 'node_modules/lodash': { version: '4.17.11' } } };
    using withLock = new Tree({ 'package.json': manifest, 'package-lock.json': JSON.stringify(locked) });
    const read = () => readFileSync(folder.at('package.json'), 'utf8');
    const dry = await parapet(['sca', folder.root, '--fix', '--dry-run']);
    assert.match(dry.stdout, /Would upgrade in package\.json, which ends [^\n]*CVE-2019-10744/);
    assert.equal(read(), manifest);
    const [fixed, left, wrong] = await Promise.all([
      parapet(['sca', folder.root, '--fix', '--format', 'json', '--fail-on', 'low']),
      parapet(['sca', withLock.root, '--fix']),
      parapet(['sca', withLock.root, '--dry-run']),
    ]);
    assert.deepEqual(
      [dry, fixed, left, wrong].map(({ code }) => code),
      [0, 0, 0, 2],
    );
    const report: {
      fix: { upgrades: { files: string[]; packages: { to: string }[] }[] };
      vulnerabilities: unknown[];
    } = JSON.parse(fixed.stdout);
    const [upgrade] = report.fix.upgrades;
    assert.deepEqual([upgrade?.files, report.vulnerabilities], [['package.json'], []]);
    assert.equal(read(), manifest.replace('4.17.11', upgrade?.packages[0]?.to ?? ''));
    assert.match(
      left.stdout,
      /Nothing was upgraded\.\nNot upgraded:\n {2}package-lock\.json: .*npm may write it/,
    );
    assert.match(wrong.stderr, /need --fix/);
  });

  it('explains itself', async () => {
    const [main, scan, version] = await Promise.all([
      parapet(['--help']),
      parapet(['scan', '--help']),
      parapet(['--version']),
    ]);
    assert.equal(main.code, 0);
    for (const command of ['scan', 'serve', 'token', '--help'])
      assert.ok(main.stdout.includes(command), command);
    assert.equal(scan.code, 0);
    for (const told of ['Exit codes', 'Examples', '--fail-on', '.parapetignore', 'sarif']) {
      assert.ok(scan.stdout.includes(told), told);
    }
    assert.match(version.stdout, /^\d+\.\d+\.\d+/);
  });

  it('refuses what it does not understand with exit code 2 and a sentence', async () => {
    using folder = new Tree(settings);
    const wrong = await Promise.all([
      parapet([]),
      parapet(['scan']),
      parapet(['scam', folder.root]),
      parapet(['scan', folder.root, '--format', 'xml']),
      parapet(['scan', folder.root, '--fail-on', 'terrible']),
      parapet(['scan', folder.root, '--colour']),
      parapet(['serve', '--port', '99999']),
      parapet(['token', 'create', '--days', '0']),
      parapet(['scan', folder.at('missing')]),
      parapet(['scan', folder.at('config/app.yml')]),
      parapet(['scan', folder.root, '--output', folder.at('no/such/folder.json')]),
      parapet(['scan', folder.root, '--output', folder.at('config')]),
    ]);
    for (const [i, { code, stdout, stderr }] of wrong.entries()) {
      assert.equal(code, 2, `${i}: ${stderr}`);
      assert.equal(stdout, '', `${i}`);
      assert.ok(stderr.length > 10 && !stderr.includes('    at '), `${i}: ${stderr}`);
    }
    assert.match(wrong[8]?.stderr ?? '', /missing does not exist/);
    assert.match(wrong[9]?.stderr ?? '', /is not a folder/);
    assert.match(wrong[3]?.stderr ?? '', /table, json, sarif/);
  }).timeout(60_000);

  it('lists issues with severity, kind, place and code, and never the secret', async () => {
    using folder = new Tree(settings);
    const { code, stdout, stderr } = await parapet(['scan', '.'], { cwd: folder.root });
    assert.equal(code, 0, stderr);
    const [head, row] = stdout.split('\n');
    assert.match(head ?? '', /^Severity +Issue +Place +Flow$/);
    assert.match(row ?? '', /^HIGH +Hard-coded password +config\/app\.yml:2:13 +password: Wint…$/);
    assert.match(stdout, /1 issue \(1 high\) in 1 file analysed in \d/);
    assert.ok(!stdout.includes('Winter-2021') && !stdout.includes('\u001b['));
    assert.equal(stderr, '');
  });

  it('looks for the threat models that are asked for, and says which', async () => {
    using folder = new Tree({
      'run.py':
        'import sys, sqlite3\nsqlite3.connect("x").execute("SELECT * FROM t WHERE n = \'" + sys.argv[1] + "\'")\n',
    });
    const scan = (...options: string[]) => parapet(['scan', folder.root, ...options]);
    const [usual, one, all, sarif, wrong] = await Promise.all([
      scan(),
      scan('--threat-model', 'arguments'),
      scan('--threat-model', 'all', '--threat-model', '!arguments'),
      scan('--threat-model', 'arguments', '--format', 'sarif'),
      scan('--threat-model', 'everyone'),
    ]);
    assert.match(usual.stdout, /^No issues found/);
    assert.match(one.stdout, /SQL injection.*\[arguments\]/);
    assert.match(one.stdout, /Threat models: remote, library, arguments\./);
    assert.match(all.stdout, /^No issues found/);
    const [run] = JSON.parse(sarif.stdout).runs;
    assert.equal(run.results[0].properties.threatModel, 'arguments');
    assert.deepEqual(run.results[0].codeFlows[0].threadFlows[0].locations[0].kinds, ['source', 'arguments']);
    assert.deepEqual(run.invocations[0].properties.threatModels, ['remote', 'library', 'arguments']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /remote, library, response/);
  }).timeout(60_000);

  it('tells hints where they are asked for', async () => {
    const route = (name: string, guard = '') =>
      `@orders.route("/${name}", methods=["PUT"])\n${guard}def ${name}():\n    return store()\n\n`;
    const guarded = ['add', 'change'].map((name) => route(name, '@login_required\n'));
    using folder = new Tree({
      'routes.py': `from flask import Blueprint\norders = Blueprint("orders", __name__)\n\n${guarded.join('')}${route('drop')}`,
    });
    const scan = (...options: string[]) => parapet(['scan', folder.root, ...options]);
    const [usual, hinted] = await Promise.all([scan(), scan('--hints', '--fail-on', 'medium')]);
    assert.match(usual.stdout, /^No issues found/);
    assert.match(hinted.stdout, /Route without a check for an account/);
    assert.equal(hinted.code, 0);
  }).timeout(60_000);

  it('tells by its exit code whether issues are as severe as --fail-on', async () => {
    using folder = new Tree(settings);
    using clean = new Tree({ 'a.txt': 'nothing' });
    const [critical, high, low, none] = await Promise.all([
      parapet(['scan', folder.root, '--fail-on', 'critical']),
      parapet(['scan', folder.root, '--fail-on', 'HIGH']),
      parapet(['scan', folder.root, '--fail-on', 'low']),
      parapet(['scan', clean.root, '--fail-on', 'info']),
    ]);
    assert.deepEqual([critical.code, high.code, low.code, none.code], [0, 1, 1, 0]);
    assert.match(none.stdout, /^No issues found in 1 file/);
  }).timeout(60_000);

  it('does not fail for issues outside of the product, unless asked to', async () => {
    using folder = new Tree({
      'src/a.js': 'a();',
      'test/a.js': 'require("crypto").createHash("md5").update(password);',
    });
    const [usual, all] = await Promise.all([
      parapet(['scan', folder.root, '--fail-on', 'info']),
      parapet(['scan', folder.root, '--fail-on', 'low', '--all-code']),
    ]);
    assert.deepEqual([usual.code, all.code], [0, 1]);
    assert.match(usual.stdout, /^Not product code\nSeverity/);
    assert.match(usual.stdout, /1 low, 1 not in product code\)/);
  }).timeout(60_000);

  it('does not let --fail-on pass where code was given up, unless that is accepted', async () => {
    using folder = new Tree({ 'big.js': 'x();\n'.repeat(600_000), 'a.js': 'y();' });
    using harmless = new Tree({ 'big.json': 'x'.repeat(3 * 1024 * 1024), 'a.js': 'y();' });
    using hidden = new Tree({ '.gitignore': '*.js\n', 'a.js': 'y();' });
    const [fails, allowed, unasked, complete, sarif, hides] = await Promise.all([
      parapet(['scan', folder.root, '--fail-on', 'low']),
      parapet(['scan', folder.root, '--fail-on', 'low', '--allow-partial']),
      parapet(['scan', folder.root, '--format', 'json']),
      parapet(['scan', harmless.root, '--fail-on', 'low']),
      parapet(['scan', folder.root, '--format', 'sarif', '--fail-on', 'low']),
      parapet(['scan', hidden.root, '--fail-on', 'low']),
    ]);
    assert.deepEqual(
      [fails.code, allowed.code, unasked.code, complete.code, sarif.code, hides.code],
      [4, 0, 0, 0, 4, 4],
      fails.stderr,
    );
    assert.match(fails.stderr, /incomplete \(1 file: too-large 1\).*--allow-partial/);
    assert.match(
      fails.stdout,
      /^Incomplete analysis \(1 file: too-large 1\)\. Issues may be missing:\n {2}big\.js: /,
    );
    assert.match(allowed.stdout, /^Incomplete analysis/);
    assert.doesNotMatch(complete.stdout, /Incomplete/);
    const { scan } = JSON.parse(unasked.stdout);
    assert.equal(scan.complete, false);
    assert.deepEqual(scan.incomplete, { files: 1, functions: 0, reasons: { 'too-large': 1 } });
    assert.equal(JSON.parse(sarif.stdout).runs[0].invocations[0].executionSuccessful, false);
  }).timeout(60_000);

  it('writes JSON for programs', async () => {
    using folder = new Tree({ ...settings, 'big.sql': 'x'.repeat(3 * 1024 * 1024) });
    const { stdout } = await parapet(['scan', folder.root, '--format', 'json']);
    const report = JSON.parse(stdout);
    assert.equal(report.findings.length, 1);
    assert.equal(report.findings[0].severity, 'HIGH');
    assert.equal(report.findings[0].file, 'config/app.yml');
    assert.equal(report.scan.filesAnalysed, 1);
    assert.deepEqual(
      report.scan.skips.map((skip: { file: string; reason: string }) => `${skip.file} ${skip.reason}`),
      ['big.sql too-large'],
    );
  });

  it('writes SARIF to a file, whole, and nothing else anywhere', async () => {
    using folder = new Tree(settings);
    using out = new Tree();
    const file = out.at('report.sarif');
    const { code, stdout, stderr } = await parapet(
      ['scan', folder.root, '--format', 'sarif', '--output', file, '--fail-on', 'high'],
      { cwd: out.root },
    );
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /report\.sarif written: 1 issue/);
    const log = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(log.version, '2.1.0');
    assert.equal(log.runs[0].results.length, 1);
    assert.deepEqual(readdirSync(out.root), ['report.sarif']);
    assert.deepEqual(readdirSync(folder.root), ['config']);
  });

  it('says that a report cannot be written, with exit code 3', async () => {
    using folder = new Tree(settings);
    const { code, stderr } = await parapet(['scan', folder.root, '--output', '/dev/full']);
    assert.equal(code, 3);
    assert.match(stderr, /could not be written to \/dev\/full \(ENOSPC\)/);
  });

  it('keeps a hostile file name from steering the terminal', async () => {
    using folder = new Tree({ 'a\u001b[2J\n\u202eb/app.yml': settings['config/app.yml'] });
    const { stdout } = await parapet(['scan', folder.root]);
    assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u202e'));
    assert.match(stdout, /a\\u001b\[2J\\n\\u202eb\/app\.yml:2:13/);
  });

  it('stops when interrupted, with exit code 130 and no report', async () => {
    using folder = new Tree(
      Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`src/f${i}.js`, `f(${i});\n`.repeat(600)])),
    );
    const report = folder.at('report.json');
    const child = spawn(process.execPath, [program, 'scan', folder.root, '-o', report], { stdio: 'pipe' });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => child.kill('SIGINT'), 3_000);
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    assert.equal(code, 130, stderr);
    assert.match(stderr, /interrupted/);
    assert.equal(existsSync(report), false);
  }).timeout(30_000);

  it('serves until interrupted, for tokens made beside it', async () => {
    using folder = new Tree();
    const data = folder.at('data');
    const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data], {
      stdio: 'pipe',
    });
    const address = new Promise<string>((resolve, reject) => {
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
        const found = /serves (http:\/\/127\.0\.0\.1:\d+)/.exec(stderr)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.on('close', () => reject(new Error(stderr)));
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    try {
      const base = await address;
      assert.equal((await fetch(`${base}/healthz`)).status, 200);
      const { stdout } = await parapet(['token', 'create', '--data', data]);
      const [id = '', secret = ''] = [...stdout.matchAll(/: +(\S+)$/gm)].map((match) => match[1] ?? '');
      const asked = async (tokenSecret: string): Promise<number> => {
        const headers = { 'X-Service-API-Token-Id': id, 'X-Service-API-Token-Secret': tokenSecret };
        return (await fetch(`${base}/organizations`, { headers })).status;
      };
      assert.equal(await asked(secret), 200);
      assert.equal(await asked('wrong'), 401);
    } finally {
      child.kill('SIGTERM');
    }
    assert.equal(await ended, 0);
  }).timeout(60_000);

  it('makes a token whose secret is shown once, in a folder for this user alone', async () => {
    using folder = new Tree();
    mkdirSync(folder.at('data'));
    const { code, stdout, stderr } = await parapet([
      'token',
      'create',
      '--name',
      'ci',
      '--data',
      folder.at('data'),
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Token ID: +[0-9a-f]{8}-[0-9a-f-]{27}\nToken secret: \S{40,}\nExpires: +20/);
    const secret = /secret: (\S+)/.exec(stdout)?.[1] ?? '';
    for (const name of readdirSync(folder.at('data'))) {
      const file = folder.at(`data/${name}`);
      assert.ok(statSync(file).isDirectory() || !readFileSync(file).includes(secret), name);
    }
  });
});
