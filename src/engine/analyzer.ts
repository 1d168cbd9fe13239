import { type Literal, mayTell, tellingTexts, tellingWords } from './ai-inventory/index.ts';
import {
  type AnalysisEvent,
  type Analyzer,
  type AnalyzerOptions,
  defaultLimits,
  type SourceFile,
  type TeamModels,
} from './analysis.ts';
import { type CustomRules, type SearchOutcome, searchFile } from './custom-rules/rule-set.ts';
import type { RuleMark } from './custom-rules/taint/rule-marks.ts';
import { Family, ruleWords } from './family.ts';
import type { Finding, Skip } from './finding.ts';
import type { SolveContext } from './hit-report.ts';
import { inspect } from './investigation/inspection.ts';
import { append } from './languages/append.ts';
import { type Lowered, Parsing } from './languages/parsing.ts';
import { configuresImports, type FamilyId, fileLanguage } from './languages/registry.ts';
import { type ProjectResources, readMapper, readProperties } from './resources.ts';
import { Candidates } from './roles/candidates.ts';
import { type FileRole, noRoles, withRole } from './roles/code-role.ts';
import { roleByFramework } from './roles/declared-tests.ts';
import { secretScanner } from './secrets/index.ts';
import { type SeenSecret, withoutSeenSecrets } from './secrets/redaction.ts';
import type { TemplateFile } from './templates/file.ts';
import { prepareFile, readTemplate } from './templates/read.ts';
import { defaultThreatModels } from './threat-models.ts';

interface KnownFile {
  readonly family: FamilyId | undefined;
  readonly language: string;
  readonly bytes: number;
  /** Findings and skips of the file by itself. */
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
  /** Places that matter for custom rules about data. */
  readonly marks: readonly RuleMark[];
  readonly secrets: readonly SeenSecret[];
  readonly properties: ReadonlyMap<string, string> | undefined;
  readonly statements: ReadonlyMap<string, string> | undefined;
  /** The whole text of a file that says what imports mean. */
  readonly config: string | undefined;
  readonly texts: readonly Literal[] | undefined;
  readonly template: TemplateFile | undefined;
  /** Where the code itself shows that it is no part of the product. */
  readonly declared: FileRole | undefined;
}

/** One pass over a text finds all words that are looked for in it. */
const scan = secretScanner([...new Set([...tellingWords, ...ruleWords])]);

function resourcesOf(files: ReadonlyMap<string, KnownFile>): ProjectResources {
  const properties = new Map<string, ReadonlyMap<string, string>>();
  const statements = new Map<string, string[]>();
  const configs = new Map<string, string>();
  const templates = new Map<string, TemplateFile>();
  for (const [path, known] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (known.properties) properties.set(path, known.properties);
    if (known.template) templates.set(path, known.template);
    if (known.config !== undefined) configs.set(path, known.config);
    for (const [name, taken] of known.statements ?? []) {
      const all = statements.get(name);
      if (!all) statements.set(name, [taken]);
      else if (!all.includes(taken)) all.push(taken);
    }
  }
  return { properties, statements, configs, templates };
}

interface ReadFile {
  readonly file: SourceFile;
  readonly lowered: Lowered;
  readonly secrets: ReturnType<typeof scan>;
  readonly searched: SearchOutcome;
}

/** What a file says by itself, but for its findings. */
function knownOf(
  { file, lowered: { module, skip }, secrets, searched }: ReadFile,
  parsing: Parsing,
): Omit<KnownFile, 'findings'> {
  const { path, text } = file;
  const language = fileLanguage(path, text);
  const tells = tellingWords.some((word) => secrets.written.has(word)) && mayTell(text);
  return {
    family: module ? language?.family : undefined,
    language: language?.id ?? 'text',
    bytes: text.length,
    skips: [...(skip ? [skip] : []), ...searched.skips],
    marks: searched.marks,
    secrets: secrets.seen,
    properties: path.endsWith('.properties') ? readProperties(text) : undefined,
    statements: path.endsWith('.xml') ? readMapper(text) : undefined,
    config: configuresImports(path) ? text : undefined,
    texts: module && tells ? tellingTexts(module, text) : undefined,
    template: language ? undefined : readTemplate(file, parsing),
    declared: module && roleByFramework(module),
  };
}

/** What custom rules ask about data; undefined where none does. */
function askedOf(
  rules: CustomRules | undefined,
  files: ReadonlyMap<string, KnownFile>,
): SolveContext['asked'] {
  const marks = new Map(
    [...files].flatMap(([path, known]) => (known.marks.length > 0 ? [[path, known.marks]] : [])),
  );
  return rules && marks.size > 0 ? { rules: rules.rules, marks } : undefined;
}

/** See `Analyzer`. @throws when the parser's runtime cannot be loaded */
export async function createAnalyzer(options: AnalyzerOptions): Promise<Analyzer> {
  const limits = { ...defaultLimits, ...options.limits };
  const parsing = await Parsing.create(options, limits.parseSteps, limits.parseMs);
  const files = new Map<string, KnownFile>();
  const families = new Map<FamilyId, Family>();
  let team: { readonly models?: TeamModels | undefined; readonly rules?: CustomRules | undefined } = {};
  let counted: Parameters<Family['count']> = [defaultThreatModels, false];
  let roles = noRoles;

  const family = (id: FamilyId): Family => {
    const known = families.get(id);
    if (known) return known;
    const added = new Family(id, limits, options.onWork);
    added.use(team.models);
    added.count(...counted);
    families.set(id, added);
    return added;
  };

  const forget = (path: string): void => {
    for (const one of families.values()) one.remove(path);
    files.delete(path);
  };

  const read = (file: SourceFile): KnownFile => {
    const id = fileLanguage(file.path, file.text)?.family;
    const lowered = parsing.lower(file.path, file.text);
    const secrets = scan(file);
    const searched = searchFile(file, team.rules, { ...options, parsing }, secrets.seen);
    const findings = [...secrets.findings, ...searched.findings];
    // The first line of a script can make it one of another language.
    for (const [other, known] of families) if (other !== id) known.remove(file.path);
    if (id && lowered.module) append(findings, family(id).add(lowered.module, file.text, secrets.written));
    else forget(file.path);
    return { ...knownOf({ file, lowered, secrets, searched }, parsing), findings };
  };

  const tellFindings = (path: string, on: (event: AnalysisEvent) => void): void => {
    for (const finding of files.get(path)?.findings ?? [])
      on({ type: 'finding', finding: withRole(finding, roles.get(path)) });
  };

  const tell = (
    file: string,
    known: KnownFile,
    candidates: Candidates,
    on: (event: AnalysisEvent) => void,
  ): void => {
    // What other files do with a candidate may show that it is the product.
    if (!candidates.take(file, known.declared)) tellFindings(file, on);
    if (known.texts) on({ type: 'texts', file, texts: known.texts });
    for (const skip of known.skips) on({ type: 'skip', skip });
    on({ type: 'analysed', file, language: known.language, bytes: known.bytes });
  };

  const secretsOf = (file: string): readonly SeenSecret[] => files.get(file)?.secrets ?? [];

  return {
    async analyse(change, report, signal) {
      const on = (event: AnalysisEvent): void => {
        if (event.type !== 'finding') return report(event);
        report({ type: 'finding', finding: withoutSeenSecrets(event.finding, secretsOf) });
      };
      team = { models: change.models, rules: change.rules };
      counted = [change.threatModels ?? defaultThreatModels, change.hints ?? false];
      for (const one of families.values()) {
        one.use(team.models);
        one.count(...counted);
      }
      for (const path of change.removed ?? []) forget(path);
      const told = new Set<string>();
      const candidates = new Candidates(change.roles ?? noRoles);
      roles = noRoles;
      let done = 0;
      for (const file of change.files) {
        signal?.throwIfAborted();
        await prepareFile(file, parsing);
        const known = read(file);
        files.set(file.path, known);
        told.add(file.path);
        tell(file.path, known, candidates, on);
        on({ type: 'progress', phase: 'reading', done: ++done, total: change.fileCount });
      }
      for (const [path, known] of files) if (!told.has(path)) tell(path, known, candidates, on);
      const secrets = new Set([...files.values()].flatMap((known) => known.secrets.map(({ text }) => text)));
      const context = { resources: resourcesOf(files), secrets };
      roles = candidates.without(
        [...families.values()].flatMap((one) => one.prepare(context, candidates.roles)),
      );
      for (const path of candidates.roles.keys()) tellFindings(path, on);
      const asked = askedOf(team.rules, files);
      for (const one of families.values())
        await one[change.rulesAlone ? 'followAlone' : 'solve']({ ...context, roles, asked }, on, signal);
    },
    inspect: (finding) => {
      const id = files.get(finding.file)?.family;
      return inspect(finding, (id && families.get(id)?.modules) ?? new Map(), roles.get(finding.file));
    },
  };
}
