import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../../src/engine/finding.ts';
import { fingerprint } from '../../src/engine/fingerprint.ts';
import { unifiedDiff } from '../../src/engine/fixes/unified-diff.ts';
import { defaultThreatModels } from '../../src/engine/threat-models.ts';
import type { PatchOutcome, PatchRequest } from '../../src/service/analysis/patch-outcome.ts';
import type { ScanCoverage, ScanRunner } from '../../src/service/analysis/scan-runner.ts';
import { createScanRunner } from '../support/bundled-worker.ts';
import { scriptedAnswers } from '../unit/service/support/scripted-runner.ts';
import { componentsOf } from './line-components.ts';
import { endpointsOf } from './line-endpoints.ts';
import { packagesOf, vulnerabilitiesOf } from './line-packages.ts';

const kinds = [
  { call: 'exec(', vulnClass: 'command-injection', title: 'Command injection', cwes: ['CWE-78'], score: 95 },
  { call: 'db.all(', vulnClass: 'sql-injection', title: 'SQL injection', cwes: ['CWE-89'], score: 92 },
] as const;

/**
 * Stands in for the engine: reports every line of a JavaScript file with one of two calls on it. Conformance is about
 * what the service makes of findings, whoever has found them.
 */
export function createLineRunner(): ScanRunner {
  const real = createScanRunner();
  return {
    checkedOut: (root, signal) => real.checkedOut(root, signal),
    listing: (root, signal) => real.listing(root, signal),
    changes: (root, since, signal) => real.changes(root, since, signal),
    tryRule: (request) => real.tryRule(request),
    checkRules: (request) => real.checkRules(request),
    close: () => real.close(),
    ask: scriptedAnswers({
      within: (question) => real.ask(question),
      patch: patchLine,
      change: (question) => real.ask(question),
      look: (question) => real.ask(question),
      uses: (question) => real.ask(question),
    }),
    scanFolder: async ({ root, on, signal }) => {
      const { files: all } = await real.listing(root, signal);
      const files = all.filter((file) => file.path.endsWith('.js'));
      for (const { path: file } of all.filter((one) => one.path === 'package.json')) {
        const packages = packagesOf(file, await readFile(path.join(root, file), 'utf8'));
        for (const each of packages) on({ type: 'package', package: each });
        for (const component of componentsOf(packages)) on({ type: 'component', component });
        for (const finding of vulnerabilitiesOf(packages)) on({ type: 'finding', finding });
      }
      on({ type: 'applications', folders: await workspacesOf(root, all) });
      let bytes = 0;
      for (const [index, file] of files.entries()) {
        const text = await readFile(path.join(root, file.path), 'utf8');
        bytes += file.bytes;
        for (const finding of findingsOf(file.path, text)) on({ type: 'finding', finding });
        on({ type: 'endpoints', endpoints: endpointsOf(file.path, text) });
        on({ type: 'analysed', file: file.path, language: 'javascript', bytes: file.bytes });
        on({ type: 'progress', phase: 'reading', done: index + 1, total: files.length });
        await sleep(2, undefined, { signal });
      }
      return coverage(files.length, bytes);
    },
  };
}

/** Every folder with a manifest of its own, where the one at the top has workspaces. */
async function workspacesOf(root: string, files: readonly { readonly path: string }[]): Promise<string[]> {
  const manifests = files.map((file) => file.path).filter((file) => path.basename(file) === 'package.json');
  if (!manifests.includes('package.json')) return [];
  const top = await readFile(path.join(root, 'package.json'), 'utf8');
  return top.includes('"workspaces"') ? manifests.map(path.dirname).filter((folder) => folder !== '.') : [];
}

/** A command can be patched by leaving its line out, a query cannot. */
async function patchLine({ root, file, fingerprint: wanted, on }: PatchRequest): Promise<PatchOutcome> {
  on('reading');
  const before = await readFile(path.join(root, file), 'utf8');
  const target = findingsOf(file, before).find((finding) => finding.fingerprint === wanted);
  if (!target) return { type: 'impossible', reason: 'The code does not have this issue any more.' };
  if (target.vulnClass !== 'command-injection')
    return { type: 'unpatchable', reason: 'A query needs a person.' };
  on({ checking: 1, of: 1 });
  const { startLine } = target.range;
  const after = before
    .split('\n')
    .toSpliced(startLine - 1, 1)
    .join('\n');
  const edit = { startLine, startColumn: 1, endLine: startLine + 1, endColumn: 1, newText: '' };
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const diff = unifiedDiff(file, before, after);
  const patched = {
    path: file,
    baseSha256: hashOf(before),
    patchedSha256: hashOf(after),
    diff,
    edits: [edit],
  };
  const passed = { applies: true, parses: true, findingGone: true, nothingNew: true };
  return {
    type: 'made',
    proven: true,
    patch: {
      title: 'Leave the command out',
      explanation: 'Nothing is run any more.',
      strategy: 'command-injection/left-out',
      files: [patched],
      evidence: { ...passed, newFindings: [], alsoGone: 0 },
    },
  };
}

function findingsOf(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const kind = kinds.find(({ call }) => line.includes(call));
    if (!kind) return [];
    const { call, ...rest } = kind;
    const at = index + 1;
    const range = {
      startLine: at,
      startColumn: line.indexOf(call) + 1,
      endLine: at,
      endColumn: line.length + 1,
    };
    const place = { file, range, snippet: line.trim() };
    const ruleId = `javascript/${kind.vulnClass}`;
    const source = { ...place, role: 'source', message: 'A visitor sends it.' } as const;
    const sink = { ...place, role: 'sink', message: 'It is carried out.' } as const;
    return {
      ...place,
      ...rest,
      ruleId,
      category: 'SAST',
      language: 'javascript',
      message: 'What a visitor sends is carried out.',
      confidence: 90,
      sink: { kind: 'structure' },
      codeFlows: [{ steps: [source, sink] }],
      source: { threatModel: 'remote', api: undefined, what: 'a request parameter', names: [] },
      entryPoint: { methods: ['GET'], path: '/users', guards: [] },
      fingerprint: fingerprint({ vulnClass: kind.vulnClass, ruleId, language: 'javascript', sink: line }),
    };
  });
}

function coverage(filesAnalysed: number, bytesAnalysed: number): ScanCoverage {
  const filesByLanguage: Record<string, number> = filesAnalysed > 0 ? { javascript: filesAnalysed } : {};
  const skipped = {
    filesSkipped: 0,
    filesPartial: 0,
    incomplete: { files: 0, functions: 0, reasons: {} },
    skips: [],
    skipsTruncated: false,
    excluded: {},
    hidden: [],
    models: [],
    rules: [],
    threatModels: defaultThreatModels,
    advisories: [],
  };
  return { filesAnalysed, bytesAnalysed, filesByLanguage, ...skipped };
}
