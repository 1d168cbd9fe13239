/** Findings of the engine as a SARIF 2.1.0 log, with what the scan left out as notifications. */
import { pathToFileURL } from 'node:url';
import type { Log, Notification, Location as SarifLocation } from 'sarif';
import { relativeUri, sarifBase, sarifLog, sarifRun } from '../../api/sarif-log.ts';
import { allFlows, messageOf, otherPlaces } from '../../engine/causes.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import type { ThreatModel } from '../../engine/threat-models.ts';
import { weaknesses } from '../../engine/weaknesses/index.ts';
import type { HiddenFiles } from '../analysis/files/hidden-files.ts';
import type { ActiveModel } from '../analysis/files/models.ts';
import { isGivenUp } from '../analysis/incomplete.ts';
import { knowledgeOf } from '../issues/issue-knowledge.ts';

export { relativeUri };

export interface SarifInput {
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
  readonly hidden?: readonly HiddenFiles[];
  /** The team's own models that held. */
  readonly models?: readonly ActiveModel[];
  /** The threat models that were switched on. */
  readonly threatModels?: readonly ThreatModel[];
  /** Absolute path that the findings' paths are relative to. */
  readonly root: string;
  readonly toolVersion: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly commit?: string;
  readonly branch?: string;
}

export function toSarif(input: SarifInput): Log {
  const findings = input.findings.toSorted(worstFirst).map((finding) => ({
    ...withImpact(finding),
    message: messageOf(finding),
    codeFlows: allFlows(finding),
    otherPlaces: otherPlaces(finding),
    ...(finding.source && { threatModel: finding.source.threatModel }),
    ...(finding.role && { codeRole: { role: finding.role.role, evidence: finding.role.by } }),
  }));
  const titles = new Map(findings.map(({ ruleId, title }) => [ruleId, title]));
  const reasons = [...new Set(input.skips.map((skip) => skip.reason))].toSorted();
  const run = sarifRun({
    tool: {
      name: 'Parapet',
      version: input.toolVersion,
      description: 'Finds security issues and proves each with its flow from source to sink.',
    },
    findings,
    ruleText: ({ ruleId, vulnClass, message }) => {
      const known = weaknesses.find((entry) => entry.id === vulnClass);
      return {
        title: known?.title ?? titles.get(ruleId) ?? ruleId,
        description: known?.description ?? message,
        remediation: known?.remediation ?? '',
        references: known?.references ?? [],
      };
    },
    root: folderUri(input.root),
    notifications: [
      ...reasons.map((reason) => ({ id: `skip/${reason}`, name: reason })),
      ...(input.hidden?.length ? [{ id: 'hidden', name: 'hidden' }] : []),
      ...(input.models?.length ? [{ id: 'models', name: 'models' }] : []),
    ],
    invocation: {
      executionSuccessful: !input.skips.some(isGivenUp),
      startTimeUtc: input.startedAt.toISOString(),
      endTimeUtc: input.endedAt.toISOString(),
      toolExecutionNotifications: [
        ...input.skips.map((skip) => notificationOf(skip, reasons)),
        ...(input.hidden ?? []).map((one) => hiddenNote(one, reasons.length)),
        ...(input.models ?? []).map((one) => modelNote(one, reasons.length + (input.hidden?.length ? 1 : 0))),
      ],
      properties: {
        ...(input.commit !== undefined && { commit: input.commit }),
        ...(input.branch !== undefined && { branch: input.branch }),
        ...(input.threatModels && { threatModels: input.threatModels }),
      },
    },
  });
  return sarifLog([run]);
}

/** The finding with its impact, as the details of an issue have it. */
export function withImpact<F extends Pick<Finding, 'vulnClass'>>(finding: F): F & { vulnImpact?: string } {
  const { vulnImpact } = knowledgeOf(finding.vulnClass);
  return { ...finding, ...(vulnImpact !== undefined && { vulnImpact }) };
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

function notificationOf(skip: Skip, reasons: readonly string[]): Notification {
  const place: SarifLocation = {
    physicalLocation: { artifactLocation: { uri: relativeUri(skip.file), uriBaseId: sarifBase } },
  };
  return {
    level: levelOf(skip),
    message: { text: skip.detail },
    descriptor: { id: `skip/${skip.reason}`, index: reasons.indexOf(skip.reason) },
    ...(skip.file !== '.' && { locations: [place] }),
  };
}

/** @param index of the descriptor */
function hiddenNote({ ruleFile, files, code, atLeast }: HiddenFiles, index: number): Notification {
  const count = `${atLeast ? 'At least ' : ''}${files} ${files === 1 ? 'file' : 'files'}`;
  return {
    level: 'note',
    message: { text: `${count} (${code} of them code) not analysed: hidden by ${ruleFile}.` },
    descriptor: { id: 'hidden', index },
    properties: { ruleFile, files, code },
  };
}

/** @param index of the descriptor */
function modelNote({ file, library, rows }: ActiveModel, index: number): Notification {
  return {
    level: 'note',
    message: { text: `The model ${library} of your team was used, with ${rows} rows (${file}).` },
    descriptor: { id: 'models', index },
    properties: { file, library, rows },
  };
}

function levelOf(skip: Skip): Notification.level {
  if (skip.reason === 'internal-error') return 'error';
  return isGivenUp(skip) || !skip.partial ? 'warning' : 'note';
}

function folderUri(folder: string): string {
  const uri = pathToFileURL(folder).href;
  return uri.endsWith('/') ? uri : `${uri}/`;
}
