import * as l10n from '@vscode/l10n';
import { patchOfferOf } from '../issues/issue-state.ts';
import { gradeText } from '../issues/issue-text.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { escapeMarkdown, shorten } from '../markdown.ts';

/** What can be done from a thread. */
export interface ThreadAbilities {
  /** Commands that there are. */
  readonly commands: ReadonlySet<string>;
  /** What to do about it, where it is known. */
  readonly remediation: string | undefined;
}

/** Whether the issue's patch can be applied as it is. */
export function isPatchReady(known: KnownIssue): boolean {
  return patchOfferOf(known) === 'ready';
}

/** A thread's comment: how bad, why, what to do. All that comes from a service or from code is escaped. */
export function threadMarkdown(known: KnownIssue, { commands, remediation }: ThreadAbilities): string {
  const { issue } = known;
  const lines = [`**${escapeMarkdown([gradeText(issue), ...issue.cwes].join(' · '))}**`, ''];
  if (issue.description !== '') lines.push(escapeMarkdown(shorten(issue.description, 600)), '');
  const hint = firstParagraph(remediation ?? '');
  if (hint !== '') lines.push(`$(lightbulb) ${escapeMarkdown(shorten(hint, 400))}`, '');
  lines.push(links(known, commands).join(' · '));
  return lines.join('\n');
}

/** Commands that a comment's links may run. */
export const threadCommands = [
  'parapet.applyPatch',
  'parapet.showPatch',
  'parapet.generatePatch',
  'parapet.howToFix',
  'parapet.showDetails',
] as const;

function links(known: KnownIssue, commands: ReadonlySet<string>): readonly string[] {
  const { issue } = known;
  const isReady = isPatchReady(known);
  const isMissing = patchOfferOf(known) === 'none';
  const isByHand = patchOfferOf(known) === 'unpatchable';
  const offers: readonly (readonly [string, string, boolean])[] = [
    ['parapet.showPatch', l10n.t('Show the patch'), isReady],
    ['parapet.applyPatch', l10n.t('Apply the patch'), isReady],
    ['parapet.generatePatch', l10n.t('Generate a patch'), isMissing],
    ['parapet.howToFix', l10n.t('How to fix'), isByHand],
    ['parapet.showDetails', l10n.t('Show details'), !isByHand],
  ];
  return offers
    .filter(([command, , isOffered]) => isOffered && commands.has(command))
    .map(([command, title]) => {
      const args = encodeURIComponent(JSON.stringify([issue.id]));
      return `[${escapeMarkdown(title)}](command:${command}?${args})`;
    });
}

function firstParagraph(markdown: string): string {
  return (markdown.split(/\n\s*\n/)[0] ?? '').replace(/[*_`#]/g, '').trim();
}
