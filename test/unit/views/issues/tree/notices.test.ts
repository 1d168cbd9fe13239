import assert from 'node:assert/strict';
import { activityText, type Counts, noticesOf } from '../../../../../src/views/issues/tree/notices.ts';
import type { Activity, PastScan } from '../../../../../src/views/scan-activity.ts';
import { makeScan, project } from '../../make-scan.ts';

const settled: Activity = { kind: 'settled' };

function past(given: Parameters<typeof makeScan>[0] = {}): PastScan {
  return { folder: project, scan: makeScan({ status: 'COMPLETED', ...given }) };
}

function coverage(filesAnalysed: number, filesSkipped: number, filesPartial = 0) {
  return { filesAnalysed, bytesAnalysed: 1, filesByLanguage: {}, filesSkipped, filesPartial };
}

const counts = (given: Partial<Counts> = {}): Counts => ({
  listed: 0,
  filtered: 0,
  belowMinimum: 0,
  ofOtherCategories: 0,
  outside: 0,
  ...given,
});

const ids = (...args: Parameters<typeof noticesOf>) => noticesOf(...args).map(({ id }) => id);

describe('notices of the issues view', () => {
  it('say that nothing was found, in how many files, and that some were skipped', () => {
    const [clean, skipped] = noticesOf(
      { activity: settled, latest: [past({ coverage: coverage(312, 3, 1) })] },
      counts(),
    );
    assert.equal(clean?.label, 'No issues found');
    assert.equal(clean?.description, '312 files analysed');
    assert.equal(skipped?.label, '4 files were skipped');
    assert.equal(skipped?.command, 'parapet.showSkipped');
  });

  it('offer the next steps of a failure first', () => {
    const actions = [{ title: 'Replace the Token…', command: 'parapet.replaceToken', args: [1] }];
    const activity: Activity = { kind: 'failed', failure: { what: 'No token.', actions } };
    const [first, ...others] = noticesOf({ activity, latest: [] }, counts());
    assert.equal(first?.label, 'Replace the Token…');
    assert.equal(first?.command, 'parapet.replaceToken');
    assert.deepEqual(first?.args, [1]);
    assert.deepEqual(
      others.map(({ id }) => id),
      ['retry', 'log'],
    );
  });

  it('add up the folders of a workspace', () => {
    const latest = [past({ coverage: coverage(10, 0) }), past({ coverage: coverage(5, 0) })];
    assert.equal(noticesOf({ activity: settled, latest }, counts())[0]?.description, '15 files analysed');
  });

  it('do not say that nothing was found while issues are hidden by their severity, or the scan was cancelled', () => {
    assert.deepEqual(ids({ activity: settled, latest: [past()] }, counts({ belowMinimum: 3 })), ['hidden']);
    assert.deepEqual(ids({ activity: settled, latest: [past({ status: 'CANCELLED' })] }, counts()), [
      'cancelled',
    ]);
  });

  it('say what the filter and the settings leave out, and what shows it again', () => {
    const notices = (given: Partial<Counts>) =>
      noticesOf({ activity: settled, latest: [past()] }, counts(given)).map(
        ({ label, command }) => `${label}: ${command}`,
      );
    assert.deepEqual(notices({ filtered: 7 }), ['No issue matches the filter: parapet.clearFilter']);
    assert.deepEqual(notices({ filtered: 7, listed: 1 }), []);
    assert.deepEqual(notices({ ofOtherCategories: 1 }), ['1 issue is not shown: parapet.chooseCategories']);
  });

  it('are none where there are issues and all is told', () => {
    assert.deepEqual(ids({ activity: settled, latest: [past()] }, counts({ listed: 2 })), []);
  });

  it('offer a scan where none has run', () => {
    assert.deepEqual(ids({ activity: settled, latest: [] }, counts()), ['scan']);
  });

  it('say what failed, what was kept and what can be done', () => {
    const failure = { what: 'The disk is full.', kept: '3 issues are kept.', advice: 'Make room.' };
    const activity: Activity = { kind: 'failed', failure };
    assert.equal(activityText(activity), 'The disk is full. 3 issues are kept. Make room.');
    assert.deepEqual(
      noticesOf({ activity, latest: [] }, counts()).map(({ command }) => command),
      ['parapet.scanWorkspace', 'parapet.showLog'],
    );
  });
});

describe('the line above the tree', () => {
  const run = (
    status: 'QUEUED' | 'RUNNING',
    progress?: { phase: 'reading' | 'solving'; filesDone: number; filesTotal: number },
  ) => ({
    scanId: 's',
    folder: project,
    scan: makeScan(),
    status,
    progress,
  });

  it('says what is going on', () => {
    const text = (...runs: ReturnType<typeof run>[]) => activityText({ kind: 'scanning', runs });
    assert.equal(text(), 'Starting the service…');
    assert.equal(text(run('QUEUED')), 'Waiting to start…');
    assert.equal(
      text(run('RUNNING', { phase: 'reading', filesDone: 3, filesTotal: 9 })),
      'Reading: 3 of 9 files',
    );
    assert.equal(
      text(run('RUNNING', { phase: 'solving', filesDone: 3, filesTotal: 9 }), run('QUEUED')),
      'project: Following data flows: 3 of 9 · project: Waiting to start…',
    );
    assert.equal(activityText(settled), undefined);
  });
});
