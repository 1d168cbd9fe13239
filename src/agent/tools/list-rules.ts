import * as z from 'zod';
import { listIssues, maximumIssuesListed } from '../../api/contract/issues.ts';
import { listRules as listKeptRules } from '../../api/contract/rules/rules.ts';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import { getScan, listScans } from '../../api/contract/scans/scans.ts';
import { openStatuses, Severity } from '../../api/contract/vocabulary.ts';
import { answer } from '../answer.ts';
import { code, prose, words } from '../data.ts';
import type { ToolContext } from '../tool.ts';
import { define } from './define.ts';
import { count, inWords } from './issue-words.ts';
import { anyRepositoryInput, branchScannedLast, organization, repositoryFilter } from './repository.ts';

/** Which rules found something, which are on, and what the latest scan left out. */

const maximumCounted = 5_000;
const maximumPages = 10;
const maximumListed = 100;

const FoundRule = z.object({
  ruleId: z.string(),
  title: z.string(),
  vulnClass: z.string(),
  cwes: z.array(z.string()),
  openIssues: z.int(),
  worst: Severity,
});
type FoundRule = z.output<typeof FoundRule>;

const KeptRule = z.object({
  ruleId: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  allRepositories: z.boolean(),
});
type KeptRule = z.output<typeof KeptRule>;

/** What held in the latest scan of the repository, and what did not. */
const LatestScan = z.object({
  /** Files of custom rules, and rules that the service keeps. */
  ruleFiles: z.array(z.object({ file: z.string(), rules: z.int() })),
  /** Sources, sinks and other models of the team. */
  models: z.array(z.object({ file: z.string(), library: z.string() })),
  threatModels: z.array(z.string()),
  /** Classes that the release track keeps back. */
  heldBack: z.array(z.string()),
  switchedOff: z.array(z.string()),
  belowThreshold: z.int(),
  /** Templates of packs that are on or off other than by default, and what was found by rules that are off. */
  packs: z.object({ on: z.array(z.string()), off: z.array(z.string()), notReported: z.int() }).optional(),
  /** Rules that do not compile. */
  leftOut: z.array(z.object({ file: z.string(), detail: z.string() })),
});
type LatestScan = z.output<typeof LatestScan>;

export const listRules = define({
  name: 'list_rules',
  title: 'List rules',
  description:
    'The rules that found the open issues of a repository, the custom rules that the service keeps and whether each is on, and what held in the latest scan: rule files, sources and sinks, threat models; what was switched off, held back or left out. It says why something was not reported. Built-in rules that found nothing are not listed.',
  input: z.strictObject({ repository: anyRepositoryInput }),
  output: z.object({
    rules: z.array(FoundRule),
    /** Only the worst issues were counted. */
    partial: z.boolean(),
    customRules: z.array(KeptRule),
    /** Of one repository; absent where it was not scanned. */
    latestScan: LatestScan.optional(),
  }),
  effect: 'none',
  run: async ({ repository }, context) => {
    const repositoryId = await repositoryFilter(repository, context);
    const { rules, counted, partial } = await rulesWithIssues(repositoryId, context);
    const customRules = await keptRules(context);
    const latestScan = repositoryId === undefined ? undefined : await scannedWith(repositoryId, context);
    const text = [
      foundText(rules, partial ? counted : undefined),
      keptText(customRules),
      latestScan ? scanText(latestScan) : '',
    ];
    return answer(text.filter((part) => part !== '').join('\n\n'), {
      rules: rules.slice(0, maximumListed),
      partial,
      customRules,
      ...(latestScan && { latestScan }),
    });
  },
});

async function rulesWithIssues(
  repositoryId: string | undefined,
  context: ToolContext,
): Promise<{ readonly rules: readonly FoundRule[]; readonly counted: number; readonly partial: boolean }> {
  const branch = await branchScannedLast(repositoryId, context);
  const rules = new Map<string, FoundRule>();
  let cursor: string | undefined;
  let counted = 0;
  let asked = 0;
  do {
    asked++;
    const page = await context.service.call(
      listIssues,
      {
        ...organization(context),
        ...branch,
        statuses: [...openStatuses],
        limit: maximumIssuesListed,
        ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
        ...(cursor !== undefined && { cursor }),
      },
      { signal: context.signal },
    );
    for (const { ruleId, title, vulnClass, cwes, severity } of page.issues) {
      const known = rules.get(ruleId);
      // Issues come worst first: the first of a rule is its worst.
      if (known) known.openIssues++;
      else {
        const some = cwes.slice(0, 10);
        rules.set(ruleId, { ruleId, title, vulnClass, cwes: some, openIssues: 1, worst: severity });
      }
    }
    counted += page.issues.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && counted < maximumCounted && asked < maximumPages);
  return { rules: [...rules.values()], counted, partial: cursor !== undefined };
}

async function keptRules(context: ToolContext): Promise<readonly KeptRule[]> {
  const request = { ...organization(context), limit: maximumListed };
  const { rules } = await context.service.call(listKeptRules, request, { signal: context.signal });
  return rules.map(({ ruleId, name, enabled, allRepositories }) => ({
    ruleId,
    name,
    enabled,
    allRepositories,
  }));
}

async function scannedWith(repositoryId: string, context: ToolContext): Promise<LatestScan | undefined> {
  const { signal } = context;
  const request = { ...organization(context), repositoryId, kinds: ['FULL' as const], limit: 1 };
  const { scans } = await context.service.call(listScans, request, { signal });
  const [latest] = scans;
  if (!latest) return undefined;
  const asked = { ...organization(context), id: latest.id };
  const { scan } = await context.service.call(getScan, asked, { signal });
  return scan.coverage && latestScanOf(scan.coverage);
}

function latestScanOf(coverage: Coverage): LatestScan {
  const {
    rules = [],
    models = [],
    threatModels = [],
    releaseTrack,
    switchedOff = [],
    skips,
    packs,
  } = coverage;
  const titles = (templates: readonly { readonly title: string }[]): string[] =>
    templates.slice(0, maximumListed).map(({ title }) => title);
  const wrong = skips.filter(({ reason }) => reason === 'invalid-rule');
  return {
    ruleFiles: rules.slice(0, maximumListed),
    models: models.slice(0, maximumListed).map(({ file, library }) => ({ file, library })),
    threatModels,
    heldBack: releaseTrack?.heldBack ?? [],
    switchedOff: switchedOff.map(({ module, folder }) =>
      folder === undefined ? module : `${module} in ${folder}`,
    ),
    belowThreshold: coverage.belowThreshold ?? 0,
    ...(packs && {
      packs: {
        on: titles(packs.switchedOn),
        off: titles(packs.switchedOff),
        notReported: packs.findings,
      },
    }),
    leftOut: wrong.slice(0, 30).map(({ file, detail }) => ({ file, detail: detail.slice(0, 300) })),
  };
}

function foundText(rules: readonly FoundRule[], counted: number | undefined): string {
  const lines = rules
    .slice(0, maximumListed)
    .map(
      ({ ruleId, title, openIssues, worst, cwes }) =>
        `- ${code(ruleId, 120)} ${words(title, 100)}: ${count(openIssues, 'open issue')}, the worst ${inWords(worst)}${cwes.length > 0 ? ` (${cwes.map((cwe) => words(cwe, 20)).join(', ')})` : ''}`,
    );
  const head =
    lines.length === 0
      ? 'No rule has an open issue.'
      : `${count(rules.length, 'rule')} with open issues, those with the worst first:\n\n`;
  const partial = counted === undefined ? '' : `\n\n*Counted over the worst ${counted} issues.*`;
  return `${head}${lines.join('\n')}${partial}\n\n*Built-in rules that found nothing are not listed.*`;
}

function keptText(rules: readonly KeptRule[]): string {
  if (rules.length === 0) return '';
  const lines = rules.map(
    ({ ruleId, name, enabled, allRepositories }) =>
      `- ${code(ruleId, 120)} ${words(name, 100)}: ${enabled ? 'on' : '**off**'}, for ${allRepositories ? 'all repositories' : 'some repositories'}`,
  );
  return `Custom rules that the service keeps:\n\n${lines.join('\n')}`;
}

function scanText(scan: LatestScan): string {
  const named = (texts: readonly string[]): string => texts.map((text) => prose(text, 120)).join(', ');
  const files = scan.ruleFiles.map(({ file, rules }) => `${code(file, 120)} (${count(rules, 'rule')})`);
  const models = scan.models.map(({ file, library }) => `${code(file, 120)} (${words(library, 80)})`);
  const lines = [
    files.length > 0 ? `- Custom rules: ${files.join(', ')}` : '- Custom rules: none',
    ...(models.length > 0 ? [`- Sources, sinks and models of the team: ${models.join(', ')}`] : []),
    ...(scan.threatModels.length > 0 ? [`- Threat models: ${named(scan.threatModels)}`] : []),
    ...(scan.heldBack.length > 0 ? [`- Held back by the release track: ${named(scan.heldBack)}`] : []),
    ...(scan.switchedOff.length > 0
      ? [`- Switched off by scanner settings: ${named(scan.switchedOff)}`]
      : []),
    ...(scan.belowThreshold > 0
      ? [
          `- Not shown, as the scanner settings ask for more confidence: ${count(scan.belowThreshold, 'issue')}`,
        ]
      : []),
    ...(scan.packs && scan.packs.on.length > 0 ? [`- Switched on in packs: ${named(scan.packs.on)}`] : []),
    ...(scan.packs && scan.packs.off.length > 0
      ? [
          `- Switched off in packs: ${named(scan.packs.off)}; ${count(scan.packs.notReported, 'finding')} of these not reported`,
        ]
      : []),
    ...scan.leftOut.map(({ file, detail }) => `- Left out: ${code(file, 120)}: ${prose(detail, 300)}`),
  ];
  return `In the latest scan:\n\n${lines.join('\n')}`;
}
