import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getIssue, searchIssues } from '../../../../src/api/contract/issues.ts';
import { readAuditLog } from '../../../../src/api/contract/organizations/audit-log.ts';
import {
  createCustomSink,
  createCustomSource,
  deleteCustomSink,
  deleteCustomSource,
  listCustomSinks,
  toggleCustomSink,
  toggleCustomSource,
  updateCustomSink,
} from '../../../../src/api/contract/rules/custom-models.ts';
import {
  listRulePacks,
  toggleCustomSinkPack,
  toggleCustomSourcePack,
  toggleRulePack,
} from '../../../../src/api/contract/rules/packs.ts';
import { createRule, updateRule } from '../../../../src/api/contract/rules/rules.ts';
import {
  getCodeScanResults,
  getCodeScanStatus,
  submitCodeScan,
} from '../../../../src/api/contract/scans/code-scans.ts';
import { getScan, startScans } from '../../../../src/api/contract/scans/scans.ts';
import type { ScanRunner } from '../../../../src/service/analysis/scan-runner.ts';
import { newId } from '../../../../src/service/core/context.ts';
import { sinkText, sourceText } from '../../../conformance/suite/packs.ts';
import { ruleText } from '../../../conformance/suite/rules.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

describe('packs, custom sources and custom sinks', () => {
  let service: Harness;
  let real: ScanRunner;
  let repositoryId: string;
  before(async () => {
    service = await Harness.start();
    real = createScanRunner();
    service.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
    repositoryId = await service.addRepository('shop');
    write(
      'app.py',
      `import acme, os, socket, subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route('/a')
def a():
    acme.db.run('SELECT ' + request.args['a'])
    subprocess.run('ls ' + request.args['b'], shell=True)
    socket.gethostbyname(request.args['c'])
    open(os.environ['FILE'])
    eval(acme.http.param('d'))
`,
    );
  });
  after(async () => {
    await real.close();
    await service[Symbol.asyncDispose]();
  });
  const write = (name: string, text: string): void => {
    const path = join(service.folder, 'work', 'shop', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const open = async () =>
    (await service.call(searchIssues, { statuses: ['PENDING_REVIEW'] })).issues
      .map(({ startLine, vulnClass }) => `${startLine} ${vulnClass}`)
      .toSorted();
  /** Scans, and returns the open issues beside the one of the built-in rules. */
  const scanned = async () => {
    const { id } = await service.scan(repositoryId);
    const { scan } = await service.call(getScan, { id });
    return { found: (await open()).filter((issue) => issue !== '10 command-injection'), scan };
  };
  /** What the history of the issue of a class says last. */
  const reasonOf = async (vulnClass: string): Promise<string | undefined> => {
    const { issues } = await service.call(searchIssues, { statuses: ['RESOLVED'] });
    const id = issues.find((issue) => issue.vulnClass === vulnClass)?.id ?? assert.fail('no such issue');
    const [last] = (await service.call(getIssue, { id })).issue.history ?? [];
    assert.equal(last?.to, 'RESOLVED');
    return last?.reason;
  };

  it('a custom sink finds issues while it is on, and its issues say why they go', async () => {
    const content = sinkText('acme.db.run');
    const { customSink } = await service.call(createCustomSink, { content, name: 'Acme database' });
    const customSinkId = customSink.id;
    const { found, scan } = await scanned();
    assert.deepEqual(found, ['9 sql-injection']);
    assert.deepEqual(scan.coverage?.models, [
      { file: 'sink “Acme database”', library: 'python/acme', rows: 1 },
    ]);
    await service.call(toggleCustomSink, { customSinkId, enabled: false });
    const without = await scanned();
    assert.deepEqual([without.found, without.scan.coverage?.models], [[], []]);
    assert.equal(
      await reasonOf('sql-injection'),
      'The sink “Acme database” is switched off or deleted, or it is no longer for this repository.',
    );
    await service.call(toggleCustomSink, { customSinkId, enabled: true });
    assert.deepEqual((await scanned()).found, ['9 sql-injection']);
    const elsewhere = await service.addRepository('elsewhere');
    await service.call(updateCustomSink, { customSinkId, repositoryIds: [elsewhere] });
    assert.deepEqual((await scanned()).found, []);
    await service.call(deleteCustomSink, { customSinkId });
  });

  it('a custom source finds issues while it is on', async () => {
    const content = sourceText('acme.http.param');
    const { customSource } = await service.call(createCustomSource, { content, name: 'Parameters' });
    const customSourceId = customSource.id;
    const { found, scan } = await scanned();
    assert.deepEqual(found, ['13 code-injection']);
    assert.deepEqual(
      scan.coverage?.models?.map(({ file }) => file),
      ['source “Parameters”'],
    );
    await service.call(toggleCustomSource, { customSourceId, enabled: false });
    assert.deepEqual((await scanned()).found, []);
    assert.match((await reasonOf('code-injection')) ?? '', /^The source “Parameters” is switched off/);
    await service.call(deleteCustomSource, { customSourceId });
  });

  it('cannot take a built-in finding away', async () => {
    const text = `library: python/a
packages: [flask, subprocess]
sources:
  - { threatModel: environment, alwaysFor: [], apis: [flask.request.args, subprocess.run] }
`;
    const { customSource } = await service.call(createCustomSource, { content: text });
    await scanned();
    assert.deepEqual(await open(), ['10 command-injection']);
    await service.call(deleteCustomSource, { customSourceId: customSource.id });
  });

  it('a template of sinks changes a scan, and so does its pack', async () => {
    const pack = { packId: 'network' };
    await service.call(toggleCustomSinkPack, { ...pack, templateId: 'name-lookups', enabled: true });
    const { found, scan } = await scanned();
    assert.deepEqual(found, ['11 ssrf']);
    const title = 'Network lookups and connections: DNS lookups';
    assert.deepEqual(scan.coverage?.packs, {
      switchedOn: [{ kind: 'sink', pack: 'network', template: 'name-lookups', title }],
      switchedOff: [],
      findings: 0,
    });
    await service.call(toggleCustomSinkPack, { ...pack, enabled: false });
    const without = await scanned();
    assert.deepEqual([without.found, without.scan.coverage?.packs], [[], undefined]);
    assert.equal(
      await reasonOf('ssrf'),
      `The sink pack “${title}” is switched off or deleted, or it is no longer for this repository.`,
    );
  });

  it('a template of sources changes whose data a scan follows', async () => {
    const template = { packId: 'machine', templateId: 'environment' };
    await service.call(toggleCustomSourcePack, { ...template, enabled: true });
    const { found, scan } = await scanned();
    assert.deepEqual(found, ['12 path-traversal']);
    assert.deepEqual(scan.coverage?.threatModels, ['remote', 'library', 'environment']);
    await service.call(toggleCustomSourcePack, { ...template, enabled: false });
    const without = await scanned();
    assert.deepEqual([without.found, without.scan.coverage?.threatModels], [[], ['remote', 'library']]);
    assert.equal(
      await reasonOf('path-traversal'),
      'Scans no longer follow data of the threat model “environment”.',
    );
  });

  it('sources that are switched hold whatever threat models a scan names', async () => {
    const environment = { packId: 'machine', templateId: 'environment' };
    const library = { packId: 'clients', templateId: 'library' };
    await service.call(toggleCustomSourcePack, { ...environment, enabled: true });
    await service.call(toggleCustomSourcePack, { ...library, enabled: false });
    const { scans } = await service.call(startScans, {
      repositoryIds: [repositoryId],
      threatModels: ['library', 'file'],
    });
    await service.waitForScan(scans[0]?.id ?? '');
    const { scan } = await service.call(getScan, { id: scans[0]?.id ?? '' });
    assert.deepEqual(scan.coverage?.threatModels, ['file', 'environment']);
    await service.call(toggleCustomSourcePack, { ...environment, enabled: false });
    await service.call(toggleCustomSourcePack, { ...library, enabled: true });
    const usual = await service.call(startScans, {
      repositoryIds: [repositoryId],
      threatModels: ['remote', 'library'],
    });
    await service.waitForScan(usual.scans[0]?.id ?? '');
  });

  it('a template of rules keeps what it finds from being reported, which the scan says', async () => {
    const template = { packId: 'injection', templateId: 'command-injection' };
    await scanned();
    assert.deepEqual(await open(), ['10 command-injection']);
    const { rule } = await service.call(createRule, {
      name: 'Ours',
      content: ruleText('no-run', 'subprocess.run(...)').replace('javascript', 'python'),
    });
    await service.call(toggleRulePack, { ...template, enabled: false });
    const { scan } = await scanned();
    const title = 'Injection: OS command injection';
    assert.deepEqual(scan.coverage?.packs, {
      switchedOn: [],
      switchedOff: [{ kind: 'rule', pack: 'injection', template: 'command-injection', title }],
      findings: 1,
    });
    assert.deepEqual(await open(), ['10 custom-rule']);
    assert.equal(await reasonOf('command-injection'), `The rule template “${title}” is switched off.`);
    await service.call(updateRule, { id: rule.id, enabled: false });
    await scanned();
    assert.deepEqual(await open(), []);
    assert.match((await reasonOf('custom-rule')) ?? '', /^The rule “Ours” is switched off or deleted/);
    await service.call(toggleRulePack, { packId: 'injection', enabled: true });
    await scanned();
    assert.deepEqual(await open(), ['10 command-injection']);
  });

  it('an issue of a rule of the repository says that its file is gone', async () => {
    write('.parapet/rules/ours.yml', ruleText('no-flask', 'Flask(...)').replace('javascript', 'python'));
    await scanned();
    assert.deepEqual(await open(), ['10 command-injection', '4 custom-rule']);
    rmSync(join(service.folder, 'work', 'shop', '.parapet'), { recursive: true });
    await scanned();
    const { issues } = await service.call(searchIssues, { statuses: ['RESOLVED'] });
    const id = issues.find(({ startLine, vulnClass }) => startLine === 4 && vulnClass === 'custom-rule')?.id;
    const [last] = (await service.call(getIssue, { id: id ?? '' })).issue.history ?? [];
    assert.match(last?.reason ?? '', /^The rules of .parapet\/rules\/ours.yml no longer hold/);
  });

  it('hold for submitted code, too', async () => {
    const submission = {
      type: 'snippet',
      path: 'a.py',
      content: 'import os\nfrom flask import request\ndef f():\n    os.system(request.args["a"])\n',
    } as const;
    const statusOf = async (codeScanId: string) =>
      (await service.call(getCodeScanStatus, { codeScanId })).codeScan.status;
    const found = async () => {
      const { codeScan } = await service.call(submitCodeScan, { submission });
      const codeScanId = codeScan.id;
      while (!['COMPLETED', 'FAILED'].includes(await statusOf(codeScanId)))
        await new Promise((resolve) => setTimeout(resolve, 20));
      const { issues, coverage } = await service.call(getCodeScanResults, { codeScanId });
      return [issues.map(({ vulnClass }) => vulnClass), coverage?.packs?.findings];
    };
    assert.deepEqual(await found(), [['command-injection'], undefined]);
    const template = { packId: 'injection', templateId: 'command-injection' };
    await service.call(toggleRulePack, { ...template, enabled: false });
    assert.deepEqual(await found(), [[], 1]);
    await service.call(toggleRulePack, { ...template, enabled: true });
  });

  it('are recorded in the audit log, with what was switched', async () => {
    await service.call(toggleRulePack, { packId: 'secrets', enabled: false });
    await service.call(toggleRulePack, { packId: 'secrets', enabled: true });
    const { entries } = await service.call(readAuditLog, { limit: 2 });
    assert.deepEqual(
      entries.map(({ operation, subjects, choices }) => [operation, subjects, choices]),
      [
        ['rulePacks.toggle', [{ kind: 'pack', id: 'secrets' }], { enabled: 'true' }],
        ['rulePacks.toggle', [{ kind: 'pack', id: 'secrets' }], { enabled: 'false' }],
      ],
    );
  });

  it('are switched by an ADMIN alone, and seen by every member', async () => {
    const member = await memberOf(service);
    await service.call(listRulePacks, {}, member);
    await service.refusal(toggleRulePack, { packId: 'secrets', enabled: false }, 403, member);
    const content = sinkText('acme.db.run');
    await service.refusal(createCustomSink, { content }, 403, member);
    const { customSink } = await service.call(createCustomSink, { content });
    const toggle = { customSinkId: customSink.id, enabled: false };
    await service.refusal(toggleCustomSink, toggle, 403, member);
    assert.equal((await service.call(listCustomSinks, {}, member)).customSinks.length, 1);
    await service.call(deleteCustomSink, { customSinkId: customSink.id });
  });

  it('are as many as an organization may have, and no more', async () => {
    const { db } = service.service.core;
    const { customSink } = await service.call(createCustomSink, { content: sinkText('acme.db.run') });
    const row = await db
      .selectFrom('custom_definitions')
      .selectAll()
      .where('id', '=', customSink.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1_999 }, () => ({ ...row, id: newId(), enabled: 0 }));
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('custom_definitions')
        .values(rows.slice(at, at + 200))
        .execute();
    const refusal = await service.refusal(createCustomSink, { content: sinkText('acme.db.run') }, 422);
    assert.match(refusal.error, /2000 sinks, as many as it may/);
    await db.deleteFrom('custom_definitions').execute();
  });
});
