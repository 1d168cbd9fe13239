import * as l10n from '@vscode/l10n';
import type { Package } from '../../api/contract/dependencies.ts';
import type { DependencyScope, ReachabilityLevel } from '../../api/contract/vulnerable-dependency.ts';
import { severityLabel } from '../../words/issues.ts';
import { escapeMarkdown } from '../markdown.ts';
import type { AskedPackage } from './asked-packages.ts';
import type { Vulnerability } from './nodes.ts';

/** What was seen, in a word or two; empty where nothing is known. */
export function reachabilityLabel(level: ReachabilityLevel): string {
  switch (level) {
    case 'REACHED':
      return l10n.t('reached');
    case 'CALLED':
      return l10n.t('called');
    case 'IMPORTED':
      return l10n.t('imported');
    case 'NOT_IMPORTED':
      return l10n.t('not imported');
    case 'UNKNOWN':
      return '';
  }
}

export const countText = (count: number): string =>
  count === 1 ? l10n.t('1 vulnerability') : l10n.t('{0} vulnerabilities', count);

/** `express 4.0.0 › qs 0.6.6` */
export const wayText = (path: Package['path']): string =>
  path.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`)).join(' › ');

/** The version to upgrade to; undefined where none is known. */
export const targetVersion = ({ dependency }: Vulnerability): string | undefined =>
  dependency.safeVersion ?? dependency.fixedVersion;

export function scopeText(scope: DependencyScope): string {
  switch (scope) {
    case 'PRODUCTION':
      return l10n.t('production');
    case 'DEVELOPMENT':
      return l10n.t('development');
    case 'UNKNOWN':
      return '';
  }
}

/** Vulnerabilities that a hover lists of a package, and of what it brings. */
const mostListed = 6;

/** What a hover says of a package that a manifest asks for. Names and texts of files are escaped; links run only our commands. */
export function packageMarkdown({ name, row, brings, own, brought }: AskedPackage): string {
  const [worst] = own;
  const version = row?.version ?? worst?.dependency.version ?? row?.requirement ?? '';
  const scope = row?.scope ?? worst?.dependency.scope ?? 'UNKNOWN';
  const facts = [
    row?.ecosystem ?? worst?.dependency.ecosystem ?? '',
    scopeText(scope),
    ...(row?.licenses ?? []),
    brings > 0 ? l10n.t('brings {0}', brings) : '',
  ].filter((fact) => fact !== '');
  const lines = [
    `**${escapeMarkdown([name, version].filter((part) => part !== '').join(' '))}** ${escapeMarkdown(facts.join(' · '))}`,
    '',
  ];
  if (own.length + brought.length === 0) {
    if (row?.version !== undefined)
      lines.push(escapeMarkdown(l10n.t('None of the advisories that the service has affects it.')));
    return lines.join('\n');
  }
  lines.push(...listed(own.map(ownLine)));
  lines.push(...listed(brought.map(broughtLine)));
  const target = worst && targetVersion(worst);
  if (target !== undefined)
    lines.push(
      '',
      `$(lightbulb) ${escapeMarkdown(l10n.t('Smallest version without a known vulnerability: {0}', target))}`,
    );
  lines.push('', linksOf(own, brought).join(' · '));
  return lines.join('\n');
}

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - mostListed;
  return [
    ...lines.slice(0, mostListed).map((line) => `- ${line}`),
    ...(rest > 0 ? [`- ${escapeMarkdown(l10n.t('… and {0} more', rest))}`] : []),
  ];
}

function ownLine(one: Vulnerability): string {
  return `${advisoryLink(one)} ${escapeMarkdown(factsOf(one).join(' · '))}`;
}

function broughtLine(one: Vulnerability): string {
  const { path, name, version } = one.dependency;
  const way = wayText(path.length > 1 ? path.slice(1) : [{ name, version }]);
  return `${escapeMarkdown(l10n.t('brings {0}', way))} → ${advisoryLink(one)} ${escapeMarkdown(factsOf(one).join(' · '))}`;
}

function factsOf({ issue, dependency }: Vulnerability): string[] {
  return [
    severityLabel(issue.severity),
    reachabilityLabel(dependency.reachability.level),
    dependency.fixedVersion === undefined
      ? l10n.t('no fixed version known')
      : l10n.t('fixed in {0}', dependency.fixedVersion),
  ].filter((fact) => fact !== '');
}

/** The commands that a hover's links run. */
export const hoverCommands = [
  'parapet.showDetails',
  'parapet.generatePatch',
  'parapet.dependencyWay',
] as const;
type HoverCommand = (typeof hoverCommands)[number];

function linksOf([worst]: readonly Vulnerability[], [brought]: readonly Vulnerability[]): string[] {
  const target = worst && targetVersion(worst);
  const links: string[] = [];
  if (worst && target !== undefined && worst.issue.fixable?.by !== 'NONE')
    links.push(link('arrow-up', l10n.t('Upgrade to {0}', target), 'parapet.generatePatch', worst.issue.id));
  if (brought)
    links.push(
      link(
        'type-hierarchy-sub',
        l10n.t('Show the way to {0}', brought.dependency.name),
        'parapet.dependencyWay',
        brought.issue.id,
      ),
    );
  const shown = worst ?? brought;
  if (shown) links.push(link('open-preview', l10n.t('Show details'), 'parapet.showDetails', shown.issue.id));
  return links;
}

const advisoryLink = ({ issue, dependency }: Vulnerability): string =>
  `[${escapeMarkdown(dependency.advisory.id)}](${address('parapet.showDetails', issue.id)})`;

const link = (icon: string, title: string, command: HoverCommand, id: string): string =>
  `[$(${icon}) ${escapeMarkdown(title)}](${address(command, id)})`;

const address = (command: HoverCommand, id: string): string =>
  `command:${command}?${encodeURIComponent(JSON.stringify([id]))}`;
