/**
 * Findings as a run of a SARIF 2.1.0 log (OASIS standard), in the manner that code-scanning services read: rules with
 * help and `security-severity`, code flows, CWE as taxonomy, fingerprints, baseline and suppressions. The command line
 * and the editor write the same.
 */
import type {
  Invocation,
  Log,
  PhysicalLocation,
  Region,
  Location as RelatedLocation,
  ReportingDescriptor,
  Result,
  Run,
  ThreadFlowLocation,
} from 'sarif';
import type { Range } from './contract/fields.ts';
import type { FlowStep } from './contract/issue.ts';
import { type CodeRole, severityOf, type ThreatModel } from './contract/vocabulary.ts';

import { otherSinks } from './other-sinks.ts';

/** What one result is made of: of a finding of the engine, or of an issue. */
export interface SarifFinding {
  readonly ruleId: string;
  readonly vulnClass: string;
  readonly category: string;
  readonly message: string;
  readonly cwes: readonly string[];
  /** 0–100 */
  readonly score: number;
  /** 0–100 */
  readonly confidence: number;
  readonly fingerprint: string;
  readonly file: string;
  readonly range: Range;
  readonly snippet: string;
  readonly codeFlows: readonly { readonly steps: readonly FlowStep[] }[];
  /** Where else the issue is, where no flow leads there: further places of a secret. */
  readonly otherPlaces?: readonly Pick<FlowStep, 'file' | 'range' | 'snippet'>[];
  /** Whose data the first step of the flows gives. */
  readonly threatModel?: ThreatModel;
  /** What the code is for, where it is no part of the product, and what shows it. */
  readonly codeRole?: { readonly role: CodeRole; readonly evidence: string };
  /** Compared with the scan before, where there was one. */
  readonly baselineState?: 'new' | 'unchanged';
  /** What an attacker could do, in a sentence. */
  readonly vulnImpact?: string;
  /** Why somebody decided that nothing is to be done. */
  readonly suppression?: { readonly justification: string };
}

/** What a rule says of all that it finds. */
export interface SarifRuleText {
  readonly title: string;
  readonly description: string;
  readonly remediation: string;
  readonly references: readonly string[];
}

export interface SarifRunInput {
  readonly tool: { readonly name: string; readonly version?: string; readonly description?: string };
  /** In the order in which they are written. */
  readonly findings: readonly SarifFinding[];
  /** What is said of a rule, by a finding of it. */
  readonly ruleText: (example: SarifFinding) => SarifRuleText;
  /** URI of the folder that paths are relative to, with `/` at its end; left out where nobody is to know it. */
  readonly root?: string;
  readonly invocation?: Invocation;
  readonly notifications?: readonly ReportingDescriptor[];
}

export const sarifSchema = 'https://json.schemastore.org/sarif-2.1.0.json';
/** What paths are relative to. */
export const sarifBase = 'SRCROOT';
const cweTaxonomy = { name: 'CWE', index: 0 };

export function sarifLog(runs: readonly Run[]): Log {
  return { $schema: sarifSchema, version: '2.1.0', runs: [...runs] };
}

export function sarifRun(input: SarifRunInput): Run {
  const rules = new SarifRules(input.ruleText);
  for (const finding of input.findings.toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1))) rules.add(finding);
  return { ...runOf(input, rules), results: input.findings.map((finding) => resultOf(finding, rules)) };
}

/** What the findings of a run say of its rules and weaknesses, as far as they have been added. */
export class SarifRules {
  readonly #ruleText: SarifRunInput['ruleText'];
  readonly #rules = new Map<
    string,
    { readonly index: number; readonly example: SarifFinding; score: number; confidence: number }
  >();
  readonly #cwes = new Set<string>();

  constructor(ruleText: SarifRunInput['ruleText']) {
    this.#ruleText = ruleText;
  }

  add(finding: SarifFinding): void {
    const { ruleId, score, confidence, cwes } = finding;
    const index = this.#rules.size;
    const known = this.#rules.get(ruleId) ?? { index, example: finding, score, confidence };
    known.score = Math.max(known.score, score);
    known.confidence = Math.max(known.confidence, confidence);
    this.#rules.set(ruleId, known);
    for (const cwe of cwes) this.#cwes.add(cweNumber(cwe));
  }

  /** Of a rule among those that were added, in the order in which they came. */
  indexOf(ruleId: string): number {
    return this.#rules.get(ruleId)?.index ?? -1;
  }

  descriptors(): ReportingDescriptor[] {
    return [...this.#rules.values()].map(({ example, score, confidence }) =>
      ruleOf({ ...example, score, confidence }, this.#ruleText),
    );
  }

  cwes(): string[] {
    return [...this.#cwes].toSorted((a, b) => Number(a) - Number(b));
  }
}

/** A run without its results, which may have been written already. */
export function runOf(
  input: Omit<SarifRunInput, 'findings' | 'ruleText'>,
  rules: SarifRules,
): Omit<Run, 'results'> {
  const { tool, root } = input;
  return {
    tool: {
      driver: {
        name: tool.name,
        ...(tool.version !== undefined && { semanticVersion: tool.version, version: tool.version }),
        ...(tool.description !== undefined && { shortDescription: { text: tool.description } }),
        rules: rules.descriptors(),
        ...(input.notifications && { notifications: [...input.notifications] }),
        supportedTaxonomies: [cweTaxonomy],
      },
    },
    columnKind: 'utf16CodeUnits',
    language: 'en',
    originalUriBaseIds: {
      [sarifBase]:
        root === undefined ? { description: { text: 'The root of the repository.' } } : { uri: root },
    },
    taxonomies: [
      {
        name: 'CWE',
        organization: 'MITRE',
        informationUri: 'https://cwe.mitre.org/',
        shortDescription: { text: 'Common Weakness Enumeration' },
        isComprehensive: false,
        taxa: rules.cwes().map((id) => ({
          id,
          name: `CWE-${id}`,
          helpUri: `https://cwe.mitre.org/data/definitions/${id}.html`,
        })),
      },
    ],
    ...(input.invocation && { invocations: [input.invocation] }),
  };
}

/** @param example with the highest score and confidence of all findings of the rule */
function ruleOf(example: SarifFinding, ruleText: SarifRunInput['ruleText']): ReportingDescriptor {
  const { score, confidence } = example;
  const { title, description, remediation, references } = ruleText(example);
  return {
    id: example.ruleId,
    name: pascalCase(example.ruleId),
    shortDescription: { text: title },
    fullDescription: { text: description },
    help: {
      text: [description, remediation, ...references].filter((part) => part !== '').join('\n\n'),
      markdown: [
        description,
        ...(remediation === '' ? [] : [`**What to do:** ${remediation}`]),
        ...references.map((address) => `- <${address}>`),
      ].join('\n\n'),
    },
    ...(references[0] !== undefined && { helpUri: references[0] }),
    defaultConfiguration: { level: levelOf(score), rank: confidence },
    relationships: example.cwes.map((cwe) => ({
      target: { id: cweNumber(cwe), toolComponent: cweTaxonomy },
      kinds: ['superset'],
    })),
    properties: {
      tags: [
        'security',
        example.vulnClass,
        ...example.cwes.map((cwe) => `external/cwe/cwe-${cweNumber(cwe)}`),
      ],
      'security-severity': (score / 10).toFixed(1),
      precision:
        confidence >= 90 ? 'very-high' : confidence >= 70 ? 'high' : confidence >= 40 ? 'medium' : 'low',
    },
  };
}

/** @param rules of which the finding's is one */
export function resultOf(finding: SarifFinding, rules: SarifRules): Result {
  const related = relatedTo(finding);
  return {
    ruleId: finding.ruleId,
    ruleIndex: rules.indexOf(finding.ruleId),
    level: levelOf(finding.score),
    kind: 'fail',
    rank: finding.confidence,
    message: { text: finding.message },
    locations: [{ physicalLocation: physical(finding) }],
    partialFingerprints: { 'parapet/v1': finding.fingerprint },
    taxa: finding.cwes.map((cwe) => ({ id: cweNumber(cwe), toolComponent: cweTaxonomy })),
    ...(finding.codeFlows.length > 0 && {
      codeFlows: finding.codeFlows.map(({ steps }) => ({
        threadFlows: [{ locations: steps.map((step, i) => flowLocation(step, i + 1, finding.threatModel)) }],
      })),
    }),
    ...(related.length > 0 && { relatedLocations: related }),
    ...(finding.baselineState && { baselineState: finding.baselineState }),
    ...(finding.suppression && {
      suppressions: [{ kind: 'external' as const, status: 'accepted' as const, ...finding.suppression }],
    }),
    properties: {
      severity: severityOf(finding.score),
      score: finding.score,
      confidence: finding.confidence,
      category: finding.category,
      ...(finding.threatModel && { threatModel: finding.threatModel }),
      ...(finding.codeRole && { codeRole: finding.codeRole }),
      ...(finding.vulnImpact !== undefined && { vulnImpact: finding.vulnImpact }),
    },
  };
}

/** Where else the same value ends, and where else data for this place comes in. */
function relatedTo({ codeFlows, otherPlaces = [] }: SarifFinding): RelatedLocation[] {
  const sinks = otherSinks(codeFlows);
  const leadElsewhere = new Set(sinks.map(({ flow }) => flow));
  const keyOf = (step: FlowStep | undefined): string =>
    `${step?.file} ${step?.range.startLine} ${step?.range.startColumn}`;
  const sources = new Map(
    codeFlows.flatMap(({ steps }, flow) => {
      const [source] = steps;
      return source && !leadElsewhere.has(flow) ? [[keyOf(source), source] as const] : [];
    }),
  );
  sources.delete(keyOf(codeFlows[0]?.steps[0]));
  return [
    ...sinks.map(({ step }) => ({ step, text: 'The same value reaches this place.' })),
    ...[...sources.values()].map((step) => ({ step, text: 'Data comes in here, too.' })),
    ...otherPlaces.map((step) => ({ step, text: 'The same secret is here.' })),
  ].map(({ step, text }, index) => ({
    id: index + 1,
    physicalLocation: physical(step),
    message: { text },
  }));
}

function flowLocation(
  step: FlowStep,
  order: number,
  threatModel: ThreatModel | undefined,
): ThreadFlowLocation {
  const source = step.role === 'source' && threatModel ? [threatModel] : [];
  return {
    executionOrder: order,
    importance: step.role === 'propagator' ? 'important' : 'essential',
    kinds: [step.role === 'propagator' ? 'pass-through' : step.role, ...source],
    location: { physicalLocation: physical(step), message: { text: step.message } },
  };
}

function physical({
  file,
  range,
  snippet,
}: Pick<SarifFinding, 'file' | 'range' | 'snippet'>): PhysicalLocation {
  return {
    artifactLocation: { uri: relativeUri(file), uriBaseId: sarifBase },
    region: regionOf(range),
    contextRegion: {
      startLine: range.startLine,
      endLine: range.endLine,
      snippet: { text: snippet },
    },
  };
}

function regionOf(range: Range): Region {
  return {
    startLine: range.startLine,
    startColumn: range.startColumn,
    endLine: range.endLine,
    endColumn: range.endColumn,
  };
}

function levelOf(score: number): 'error' | 'warning' | 'note' {
  const severity = severityOf(score);
  if (severity === 'CRITICAL' || severity === 'HIGH') return 'error';
  return severity === 'MEDIUM' ? 'warning' : 'note';
}

/** A relative reference (RFC 3986): each part of the path encoded, so that `#`, `?`, `%` and `:` stay part of it. */
export function relativeUri(file: string): string {
  return file
    .split('/')
    .map((part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd')))
    .join('/');
}

function cweNumber(cwe: string): string {
  return cwe.replace(/^CWE-/, '');
}

function pascalCase(ruleId: string): string {
  return ruleId
    .replace(/[/_-]+/g, (run) => run[0] ?? '')
    .replace(/(?:^|[/_-])([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
