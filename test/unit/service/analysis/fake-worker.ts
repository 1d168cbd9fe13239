/** A worker with an analyzer whose behaviour the scanned files write out, one instruction a line. */
import type { AnalysisEvent, Analyzer, SourceFile } from '../../../../src/engine/analysis.ts';
import { fingerprint } from '../../../../src/engine/fingerprint.ts';
import { hostAnalyzer } from '../../../../src/service/analysis/worker/host.ts';

hostAnalyzer(async () => {
  const files = new Map<string, string>();
  const analyzer: Analyzer = {
    async analyse(change, on, signal) {
      for (const path of change.removed ?? []) files.delete(path);
      let read = 0;
      for (const file of change.files) {
        files.set(file.path, file.text);
        obey(file);
        on({ type: 'analysed', file: file.path, language: 'fake', bytes: file.text.length });
        on({ type: 'progress', phase: 'reading', done: ++read, total: change.fileCount });
        // Tells the test what was read in this call, apart from what is known from before.
        on({ type: 'skip', skip: { file: file.path, reason: 'step-limit', detail: 'read', partial: true } });
        signal?.throwIfAborted();
      }
      for (const [path, text] of files) {
        if (text.includes('solve-forever')) for (;;);
        if (text.includes('solve-politely'))
          await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
        if (text.includes('too-much-together') && files.size > 1) throw new Error('too much together');
        findings(path, text).forEach(on);
      }
      signal?.throwIfAborted();
    },
    inspect: () => ({ role: undefined, functionName: undefined, mentions: undefined, conditions: [] }),
  };
  return analyzer;
});

function obey({ text }: SourceFile): void {
  if (text.includes('hang')) for (;;);
  if (text.includes('exit')) process.exit(3);
  if (text.includes('throw')) throw new Error('a defect');
  if (text.includes('eat-memory')) {
    const eaten: number[][] = [];
    for (;;) eaten.push(new Array<number>(100_000).fill(1.5));
  }
}

function findings(file: string, text: string): AnalysisEvent[] {
  return text.split('\n').flatMap((line, i): AnalysisEvent[] => {
    const at = line.indexOf('find');
    if (at < 0) return [];
    const ends = { vulnClass: 'fake', ruleId: 'fake/fake', language: 'javascript', sink: line };
    return [
      {
        type: 'finding',
        finding: {
          file,
          range: { startLine: i + 1, startColumn: at + 1, endLine: i + 1, endColumn: at + 5 },
          snippet: line.trim(),
          ruleId: 'fake/fake',
          vulnClass: 'fake',
          category: 'SAST',
          language: 'fake',
          title: 'Fake',
          message: 'Fake.',
          cwes: ['CWE-1'],
          score: 50,
          confidence: 50,
          sink: { kind: 'structure' },
          codeFlows: [],
          fingerprint: fingerprint(ends),
        },
      },
    ];
  });
}
