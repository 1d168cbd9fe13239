/**
 * Findings as a SARIF 2.1.0 log (OASIS standard), in the manner that code-scanning services read: rules with help and
 * `security-severity`, code flows, CWE as taxonomy, fingerprints, and what the scan left out as notifications.
 */
import { pathToFileURL } from 'node:url';
import type {
  Log,
  Notification,
  PhysicalLocation,
  Region,
  ReportingDescriptor,
  Result,
  Run,
  Location as SarifLocation,
  ThreadFlowLocation,
} from 'sarif';
import { vulnerabilityClasses } from '../../engine/catalog/classes.ts';
import type { Finding, FlowStep, Location, Range, Skip } from '../../engine/finding.ts';
import { severityOf } from '../../engine/finding.ts';

export interface SarifInput {
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
  /** Absolute path that the findings' paths are relative to. */
  readonly root: string;
  readonly toolVersion: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly commit?: string;
  readonly branch?: string;
}

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
const base = 'SRCROOT';
const cweTaxonomy = { name: 'CWE', index: 0 };

export function toSarif(input: SarifInput): Log {
  const findings = input.findings.toSorted(worstFirst);
  const rules = [...new Map(findings.toReversed().map((finding) => [finding.ruleId, finding])).values()]
    .toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1))
    .map((example) => ruleOf(example, findings));
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));
  const cwes = [...new Set(findings.flatMap((finding) => finding.cwes.map(cweNumber)))].toSorted(
    (a, b) => Number(a) - Number(b),
  );
  const reasons = [...new Set(input.skips.map((skip) => skip.reason))].toSorted();
  const run: Run = {
    tool: {
      driver: {
        name: 'Parapet',
        semanticVersion: input.toolVersion,
        version: input.toolVersion,
        shortDescription: {
          text: 'Finds security issues and proves each with its flow from source to sink.',
        },
        rules,
        notifications: reasons.map((reason) => ({ id: `skip/${reason}`, name: reason })),
        supportedTaxonomies: [cweTaxonomy],
      },
    },
    columnKind: 'utf16CodeUnits',
    language: 'en',
    originalUriBaseIds: { [base]: { uri: folderUri(input.root) } },
    taxonomies: [
      {
        name: 'CWE',
        organization: 'MITRE',
        informationUri: 'https://cwe.mitre.org/',
        shortDescription: { text: 'Common Weakness Enumeration' },
        isComprehensive: false,
        taxa: cwes.map((id) => ({
          id,
          name: `CWE-${id}`,
          helpUri: `https://cwe.mitre.org/data/definitions/${id}.html`,
        })),
      },
    ],
    invocations: [
      {
        executionSuccessful: true,
        startTimeUtc: input.startedAt.toISOString(),
        endTimeUtc: input.endedAt.toISOString(),
        toolExecutionNotifications: input.skips.map((skip) => notificationOf(skip, reasons)),
        properties: {
          ...(input.commit !== undefined && { commit: input.commit }),
          ...(input.branch !== undefined && { branch: input.branch }),
        },
      },
    ],
    results: findings.map((finding) => resultOf(finding, ruleIndex.get(finding.ruleId) ?? -1)),
  };
  return { $schema: schema, version: '2.1.0', runs: [run] };
}

/** Highest score first; equal ones by confidence, then by place. */
export function worstFirst(a: Finding, b: Finding): number {
  return (
    b.score - a.score ||
    b.confidence - a.confidence ||
    (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
    a.range.startLine - b.range.startLine ||
    a.range.startColumn - b.range.startColumn ||
    (a.fingerprint < b.fingerprint ? -1 : 1)
  );
}

function ruleOf(example: Finding, findings: readonly Finding[]): ReportingDescriptor {
  const known = vulnerabilityClasses.find((entry) => entry.id === example.vulnClass);
  const of = findings.filter((finding) => finding.ruleId === example.ruleId);
  const score = Math.max(...of.map((finding) => finding.score));
  const confidence = Math.max(...of.map((finding) => finding.confidence));
  const description = known?.description ?? example.message;
  const remediation = known?.remediation ?? '';
  const references = known?.references ?? [];
  return {
    id: example.ruleId,
    name: pascalCase(example.ruleId),
    shortDescription: { text: known?.title ?? example.title },
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

function resultOf(finding: Finding, ruleIndex: number): Result {
  return {
    ruleId: finding.ruleId,
    ruleIndex,
    level: levelOf(finding.score),
    kind: 'fail',
    rank: finding.confidence,
    message: { text: finding.message },
    locations: [{ physicalLocation: physical(finding) }],
    partialFingerprints: { 'parapet/v1': finding.fingerprint },
    taxa: finding.cwes.map((cwe) => ({ id: cweNumber(cwe), toolComponent: cweTaxonomy })),
    ...(finding.codeFlows.length > 0 && {
      codeFlows: finding.codeFlows.map(({ steps }) => ({
        threadFlows: [{ locations: steps.map((step, i) => flowLocation(step, i + 1)) }],
      })),
    }),
    properties: {
      severity: severityOf(finding.score),
      score: finding.score,
      confidence: finding.confidence,
      category: finding.category,
    },
  };
}

function flowLocation(step: FlowStep, order: number): ThreadFlowLocation {
  return {
    executionOrder: order,
    importance: step.role === 'propagator' ? 'important' : 'essential',
    kinds: [step.role === 'propagator' ? 'pass-through' : step.role],
    location: { physicalLocation: physical(step), message: { text: step.message } },
  };
}

function physical({ file, range, snippet }: Location): PhysicalLocation {
  return {
    artifactLocation: { uri: relativeUri(file), uriBaseId: base },
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

function notificationOf(skip: Skip, reasons: readonly string[]): Notification {
  const place: SarifLocation = {
    physicalLocation: { artifactLocation: { uri: relativeUri(skip.file), uriBaseId: base } },
  };
  return {
    level: skip.partial ? 'note' : 'warning',
    message: { text: skip.detail },
    descriptor: { id: `skip/${skip.reason}`, index: reasons.indexOf(skip.reason) },
    ...(skip.file !== '.' && { locations: [place] }),
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

function folderUri(folder: string): string {
  const uri = pathToFileURL(folder).href;
  return uri.endsWith('/') ? uri : `${uri}/`;
}

function cweNumber(cwe: string): string {
  return cwe.replace(/^CWE-/, '');
}

function pascalCase(ruleId: string): string {
  return ruleId.replace(/(?:^|[/_-]+)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
