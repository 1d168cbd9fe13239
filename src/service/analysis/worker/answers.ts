import type { AnalysisEvent } from '../../../engine/analysis.ts';
import { checkRules } from '../../../engine/custom-rules/check-rules.ts';
import { compileRules } from '../../../engine/custom-rules/compile-rules.ts';
import { tryRule } from '../../../engine/custom-rules/try-rule.ts';
import { reachabilityOf } from '../../../engine/dependencies/reachability/answer.ts';
import type { Finding } from '../../../engine/finding.ts';
import { analyse } from './analyse.ts';
import { checkLock, planUpgrade, proposeBeside } from './beside-files.ts';
import { examineManifests } from './dependency-files.ts';
import type { Desk } from './desk.ts';
import { examineInfrastructureFiles } from './infrastructure-files.ts';
import { examineFiles } from './inventory-files.ts';
import { type AnswerTo, type Kind, questions, type RequestOf } from './protocol.ts';

type Handlers = { readonly [K in Kind]: (request: RequestOf<K>, desk: Desk) => Promise<AnswerTo<K>> };

/** How a worker answers each question. They throw Cancelled, AnalyzerUnavailable, and what the engine throws. */
const handlers: Handlers = {
  analyse: async (request, desk) => {
    const analyzer = await desk.analyzer();
    const outlooks = request.withOutlook ? await desk.outlooks() : undefined;
    await outlooks?.prepare(request.files);
    try {
      await analyse(desk, { analyzer, request, blobIds: desk.blobIds, tell: desk.tell, outlooks });
    } finally {
      outlooks?.end();
    }
    return null;
  },
  rules: async ({ files }, desk) => {
    desk.beat();
    return await compileRules(files, desk.options);
  },
  tryRule: async ({ file, examples }, desk) => {
    desk.beat();
    return await tryRule(file, examples, desk.options);
  },
  checkRules: async ({ files, followMs, ...asked }, desk) => {
    desk.beat();
    function* sources() {
      for (const [index, name] of files.entries()) {
        if (desk.isCancelled) return;
        desk.at(index);
        desk.beat();
        const text = desk.text(name);
        if (text !== undefined) yield { path: name, text };
      }
    }
    const follow = followMs === undefined ? undefined : () => AbortSignal.timeout(followMs);
    return await checkRules({ ...asked, follow, sources: sources() }, desk.options, files.length);
  },
  propose: async ({ finding, around }, desk) => {
    desk.beat();
    return (await desk.fixer()).propose(finding, desk.text, around);
  },
  examine: async ({ finding, change }, desk) => {
    desk.beat();
    return (await desk.fixer()).examine(finding, change, desk.text);
  },
  inspect: async ({ files, file, fingerprint, ...given }, desk) => {
    let found: Finding | undefined;
    const tell = (events: readonly AnalysisEvent[]): void => {
      for (const event of events)
        if (
          event.type === 'finding' &&
          event.finding.file === file &&
          event.finding.fingerprint === fingerprint
        )
          found = event.finding;
    };
    const analyzer = await desk.deepAnalyzer();
    await analyse(desk, {
      analyzer,
      request: { files, removed: [], ...given },
      blobIds: new Map(),
      tell,
    });
    const start = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
    return { found, inspection: analyzer.inspect(found ?? { file, range: start, codeFlows: [] }) };
  },
  inventory: examineFiles,
  dependencies: examineManifests,
  infrastructure: examineInfrastructureFiles,
  proposeBeside,
  planUpgrade,
  checkLock,
  reachability: async ({ wanted, ...code }, desk) => {
    desk.beat();
    return reachabilityOf(wanted, { ...code, read: desk.text });
  },
};

/** The answer to a question. @throws as its handler, and where the request is in another form */
export async function answerTo<K extends Kind>(kind: K, message: unknown, desk: Desk): Promise<AnswerTo<K>> {
  return await handlers[kind](questions[kind].request.parse(message), desk);
}
