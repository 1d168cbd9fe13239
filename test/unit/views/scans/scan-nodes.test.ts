import assert from 'node:assert/strict';
import { agoText, coverageNodes, scanDescription } from '../../../../src/views/scans/scan-nodes.ts';
import { makeScan, noIssues, project } from '../make-scan.ts';

const minute = 60_000;

describe('scans in the history', () => {
  it('say how they ended, when, and what they found', () => {
    const scan = makeScan({
      status: 'COMPLETED',
      finishedAt: '2026-01-31T12:00:00.000Z',
      issueCounts: { ...noIssues, HIGH: 2 },
      coverage: {
        filesAnalysed: 312,
        bytesAnalysed: 1,
        filesByLanguage: {},
        filesSkipped: 3,
        filesPartial: 1,
      },
    });
    const now = Date.parse('2026-01-31T12:02:30.000Z');
    assert.equal(
      scanDescription({ folder: project, scan }, undefined, now),
      '2 min ago · 2 issues · 312 files · 1 in part · 3 not analysed',
    );
    assert.match(
      scanDescription({ folder: project, scan: { ...scan, status: 'FAILED' } }, undefined, now),
      /^failed · /,
    );
  });

  it('say how long ago in the largest unit that says enough', () => {
    const texts = [0, 59 * minute, 60 * minute, 24 * 60 * minute, 49 * 60 * minute].map((ms) =>
      agoText(0, ms),
    );
    assert.deepEqual(texts, ['just now', '59 min ago', '1 h ago', 'yesterday', '2 days ago']);
  });

  it('say what scanner settings switched off and do not show, and nothing where they are the usual ones', () => {
    const scan = makeScan({ status: 'COMPLETED' });
    const coverage = {
      ...{ filesAnalysed: 1, bytesAnalysed: 1, filesByLanguage: {}, filesSkipped: 0, filesPartial: 0 },
      ...{ skips: [], skipsTruncated: false },
    };
    const said = (more: object) =>
      coverageNodes({ folder: project, scan }, { ...scan, coverage: { ...coverage, ...more } })
        .slice(1)
        .map(({ label, description, children }) => [label, description, children.map((each) => each.label)]);
    const off = [{ module: 'SCA' }, { module: 'IAC', folder: 'deploy' }];
    assert.deepEqual(said({ switchedOff: off, belowThreshold: 4 }), [
      ['Switched off in the scanner settings', undefined, ['Dependencies', 'Infrastructure']],
      ['Below the confidence threshold', '4', []],
    ]);
    assert.deepEqual(said({ releaseTrack: { track: 'STABLE', heldBack: ['link-following'], findings: 3 } }), [
      ['Release track STABLE', '3 findings not reported', []],
    ]);
    const template = { kind: 'rule', pack: 'secrets', template: 'exposed-secret', title: 'Secrets: Exposed' };
    const packs = {
      switchedOn: [{ ...template, kind: 'sink', title: 'DNS' }],
      switchedOff: [template],
      findings: 2,
    };
    assert.deepEqual(said({ packs }), [
      ['Switched off in packs', '2 findings not reported', ['Secrets: Exposed']],
      ['Switched on in packs', undefined, ['DNS']],
    ]);
    assert.deepEqual(said({}), []);
  });

  it('list every skipped file under its reason, and say when the list is not complete', () => {
    const scan = makeScan({ status: 'COMPLETED' });
    const skip = (file: string, reason: 'binary' | 'minified') => ({
      file,
      reason,
      detail: 'd',
      partial: false,
    });
    const nodes = coverageNodes(
      { folder: project, scan },
      {
        ...scan,
        coverage: {
          filesAnalysed: 7,
          bytesAnalysed: 2_500_000,
          filesByLanguage: { java: 2, python: 5 },
          filesSkipped: 9,
          filesPartial: 0,
          skips: [skip('a.png', 'binary'), skip('b.min.js', 'minified'), skip('c.png', 'binary')],
          skipsTruncated: true,
        },
      },
    );
    assert.deepEqual(
      nodes.map(({ label, description }) => [label, description]),
      [
        ['7 files analysed', '2.5 MB'],
        ['Binary', '2'],
        ['Minified', '1'],
        ['3 of 9 files are listed', undefined],
      ],
    );
    assert.deepEqual(
      nodes[0]?.children.map(({ label }) => label),
      ['python', 'java'],
    );
    assert.deepEqual(
      nodes[1]?.children.map(({ file }) => file),
      ['a.png', 'c.png'],
    );
    const ids = nodes.flatMap((node) => [node.id, ...node.children.map(({ id }) => id)]);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('say what packages were matched with, and that it is little', () => {
    const scan = makeScan({ status: 'COMPLETED' });
    const own = { title: 'Own', advisories: 58, updatedAt: '2026-01-31T12:00:00.000Z', thin: true };
    const osv = { ...own, title: 'OSV (npm)', advisories: 9_000, newest: '2026-01-30', thin: false };
    const nodesOf = (...advisories: (typeof own)[]) => {
      const none = { filesAnalysed: 0, bytesAnalysed: 0, filesByLanguage: {}, filesSkipped: 0 };
      const coverage = { ...none, filesPartial: 0, skips: [], skipsTruncated: false, advisories };
      return coverageNodes({ folder: project, scan }, { ...scan, coverage }).filter(({ id }) =>
        id.endsWith('/advisories'),
      );
    };
    assert.deepEqual(nodesOf(), []);
    const [thin] = nodesOf(own);
    assert.deepEqual([thin?.icon, thin?.description], ['warning', '58, which are few']);
    const [both] = nodesOf(own, osv);
    assert.deepEqual([both?.icon, both?.description], ['database', (9_058).toLocaleString()]);
    assert.deepEqual(
      both?.children.map(({ label }) => label),
      ['Own: 58 advisories (few)', `OSV (npm): ${(9_000).toLocaleString()} advisories until 2026-01-30`],
    );
  });

  it('open no file for what is about the scan as a whole, and count what was left out on purpose', () => {
    const scan = makeScan({ status: 'COMPLETED' });
    const detail = '3 files of Go were searched for secrets only.';
    const [, language, excluded, ...others] = coverageNodes(
      { folder: project, scan },
      {
        ...scan,
        coverage: {
          filesAnalysed: 1,
          bytesAnalysed: 1,
          filesByLanguage: {},
          filesSkipped: 0,
          filesPartial: 0,
          excluded: { media: 4, dependencies: 12, link: 0, 'of-another-service': 1 },
          skips: [{ file: '.', reason: 'unsupported-language', detail, partial: true }],
          skipsTruncated: false,
        },
      },
    );
    assert.deepEqual(
      language?.children.map(({ label, description, file }) => [label, description, file]),
      [['Whole folder', detail, undefined]],
    );
    assert.deepEqual(
      excluded?.children.map(({ label, description }) => [label, description]),
      [
        ['Dependencies', '12'],
        ['Media', '4'],
        ['of-another-service', '1'],
      ],
    );
    assert.deepEqual(others, []);
  });

  it('say why a scan failed', () => {
    const { coverage: _none, ...scan } = makeScan({ status: 'FAILED', errorMessage: 'The disk is full.' });
    assert.equal(coverageNodes({ folder: project, scan }, scan)[0]?.label, 'The disk is full.');
  });
});
