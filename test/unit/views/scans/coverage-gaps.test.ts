import assert from 'node:assert/strict';
import type { Skip } from '../../../../src/api/contract/scans/coverage.ts';
import type { ScanDetail } from '../../../../src/api/contract/scans/scans.ts';
import {
  type CoverageGaps,
  canGoDeeper,
  coverageNotice,
  gapsOf,
} from '../../../../src/views/scans/coverage-gaps.ts';
import { makeScan, project } from '../make-scan.ts';

const skip = (file: string, reason: Skip['reason'], partial = false): Skip => ({
  file,
  reason,
  detail: `Why ${file}.`,
  partial,
});

function gaps(skips: readonly Skip[], given: Partial<ScanDetail> = {}): CoverageGaps {
  const filesPartial = skips.filter(({ partial }) => partial).length;
  const coverage = {
    filesAnalysed: 9,
    bytesAnalysed: 1,
    filesByLanguage: {},
    filesSkipped: skips.length - filesPartial,
    filesPartial,
    skips: [...skips],
    skipsTruncated: false,
  };
  const { coverage: _, ...scan } = makeScan({ status: 'COMPLETED' });
  return gapsOf(project, { ...scan, coverage, ...given }) ?? assert.fail('no coverage');
}

describe('what was not analysed', () => {
  it('is the first line of the issues, amber, with the number of files, the reasons, and a way to go deeper', () => {
    const notice = coverageNotice([
      gaps([
        skip('a.js', 'step-limit', true),
        skip('b.js', 'step-limit', true),
        skip('c.py', 'syntax-errors', true),
        skip('d.js', 'too-large'),
        skip('logo.png', 'binary'),
      ]),
    ]);
    assert.equal(notice?.label, 'Analysed in part: 3 files');
    assert.match(notice?.description ?? '', /\+1 not analysed/);
    assert.equal(notice?.color, 'list.warningForeground');
    assert.equal(notice?.command, 'parapet.showCoverage');
    assert.equal(notice?.context, 'coverage.deeper');
    assert.match(notice?.tooltip ?? '', /Step limit reached: 2\nSyntax errors: 1\nToo large: 1/);
  });

  it('is no line where nothing was left out but what no scan reads', () => {
    assert.equal(
      coverageNotice([gaps([skip('logo.png', 'binary'), skip('x.min.js', 'minified')])]),
      undefined,
    );
    assert.equal(coverageNotice([]), undefined);
  });

  it('offers no deeper scan where larger limits settle nothing, or after one', () => {
    assert.equal(coverageNotice([gaps([skip('c.py', 'syntax-errors', true)])])?.context, 'coverage');
    const after = gaps([skip('a.js', 'step-limit', true)], { depth: 'deep' });
    assert.equal(canGoDeeper(after), false);
    assert.match(coverageNotice([after])?.description ?? '', /after a deeper scan/);
    assert.equal(coverageNotice([after])?.label, 'Analysed in part: 1 file');
  });

  it('says when the deeper scan has settled it', () => {
    assert.equal(coverageNotice([gaps([], { depth: 'deep' })])?.label, 'The deeper scan analysed everything');
  });

  it('says that a file was not analysed, where none was in part', () => {
    assert.equal(coverageNotice([gaps([skip('d.js', 'too-large')])])?.label, 'Not analysed: 1 file');
  });
});
