import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bugReport, type ReportFacts } from '../../../../src/views/bug-report/report.ts';

const facts: ReportFacts = {
  extension: '0.1.0',
  editor: '1.139.1',
  node: '24.21.0',
  platform: 'linux',
  architecture: 'x64',
  ui: 'desktop',
  remote: 'ssh-remote',
  language: 'de',
  isTrusted: true,
  folders: 2,
  service: 'elsewhere',
  activity: 'failed',
  issues: { open: 3, all: 9, byPlace: { at: 8, changed: 1 } },
  scans: { COMPLETED: 4, CANCELLED: 1 },
  settings: [],
};

const setting = (value: unknown, offered: readonly unknown[] = []) => ({
  name: 'parapet.service.url',
  setIn: 'user' as const,
  value,
  offered,
});

describe('the diagnostics for a bug report', () => {
  it('say versions, counts, and settings by name', () => {
    const report = bugReport({
      ...facts,
      settings: [
        { name: 'parapet.issues.groupBy', setIn: 'workspace', value: 'file', offered: ['severity', 'file'] },
        { name: 'parapet.issues.fileDecorations', setIn: 'user', value: false, offered: [] },
        { name: 'parapet.issues.sortBy', setIn: undefined, value: undefined, offered: [] },
        setting('https://security.example.com'),
      ],
    });
    for (const expected of [
      'Parapet 0.1.0',
      'VS Code 1.139.1 (desktop), Node.js 24.21.0',
      'remote ssh-remote, language de',
      'trusted, 2 folders',
      'Service elsewhere, failed',
      '3 shown, 9 known; 8 at, 1 changed',
      '4 COMPLETED, 1 CANCELLED',
      '`parapet.issues.groupBy`: file (workspace)',
      '`parapet.issues.fileDecorations`: false (user)',
      '`parapet.issues.sortBy`: default',
      '`parapet.service.url`: set (user)',
    ]) {
      assert.ok(report.includes(expected), expected);
    }
  });

  it('never repeat a value that is not one of our own, whatever it is', () => {
    const secret = fc
      .oneof(
        fc.webUrl(),
        fc.uuid(),
        fc.string({ minLength: 8 }),
        fc.string({ minLength: 8 }).map((name) => `/home/${name}`),
      )
      .filter((text) => !bugReport({ ...facts, settings: [setting('x')] }).includes(text));
    fc.assert(
      fc.property(secret, (text) => {
        for (const value of [text, { [text]: text }, [text]]) {
          const report = bugReport({ ...facts, settings: [setting(value, ['file'])] });
          assert.ok(!report.includes(text));
        }
      }),
    );
  });

  it('leave out of every other field what may be a path, a host or a sentence', () => {
    const odd = ['/home/ann/project', 'C:\\Users\\ann', 'https://ci.example.com:8443/x', 'two words', 'a\nb'];
    for (const text of odd) {
      const report = bugReport({
        ...facts,
        editor: text,
        remote: text,
        language: text,
        activity: text,
        scans: { [text]: 1 },
        settings: [{ ...setting(true), name: text }],
      });
      assert.ok(!report.includes(text), text);
    }
  });
});
