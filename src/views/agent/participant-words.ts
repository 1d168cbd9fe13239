import * as l10n from '@vscode/l10n';
import type { ToolCall } from '../../api/contract/agent/message.ts';
import { trimEndOf } from '../../api/text-runs.ts';

/** What the chat participant asks the agent, and proposes to ask next. */

/** What a slash command stands for, with what was written after it. */
export function promptOf(command: string | undefined, said: string): string {
  const text = said.trim();
  switch (command) {
    case 'issues':
      return text === '' ? 'Show the open issues' : `Show issues ${text}`;
    case 'explain':
      return `Explain ${text === '' ? 'this issue' : text}`;
    case 'fix':
      return `Fix ${text === '' ? 'this issue' : text}`;
    case 'scan':
      return `Scan ${text === '' ? 'the repository' : text}`;
    case 'changes':
      return `What changed since ${text === '' ? 'the last scan' : text}?`;
    case 'summary':
      return 'Give me a summary of the security of this project';
    default:
      return text === '' ? 'Help' : text;
  }
}

/** How a person decided about the call that waits; undefined where they said something else. */
export function decisionIn(said: string): boolean | undefined {
  const text = trimEndOf(said.trim().toLowerCase(), '.!');
  if (/^(?:yes|yes please|y|ok|okay|agree|agreed|do it|go ahead|ja|ja bitte|mach das)$/.test(text))
    return true;
  return /^(?:no|no thanks|n|decline|cancel|stop|don't|do not|nein|nein danke)$/.test(text)
    ? false
    : undefined;
}

export interface Next {
  readonly prompt: string;
  readonly label: string;
}

/**
 * What fits after the tools that were called.
 * @param confirm what the person is asked to agree to
 */
export function nextAfter(
  calls: readonly Pick<ToolCall, 'name' | 'status'>[],
  confirm: string | undefined,
): Next[] {
  if (confirm !== undefined) {
    return [
      { prompt: 'yes', label: confirm },
      { prompt: 'no', label: l10n.t('Decline') },
    ];
  }
  const names = new Set(calls.filter(({ status }) => status === 'COMPLETED').map(({ name }) => name));
  const list = names.has('list_issues') || names.has('search_issues') || names.has('compare_scans');
  if (names.has('apply_patch'))
    return [{ prompt: 'scan', label: l10n.t('Scan to see that the issue is gone') }];
  if (names.has('generate_patch') || names.has('show_patch'))
    return [{ prompt: 'apply it', label: l10n.t('Apply the patch') }];
  if (list)
    return [
      { prompt: 'explain number 1', label: l10n.t('Explain number 1') },
      { prompt: 'what should I fix first?', label: l10n.t('What should I fix first?') },
    ];
  if (names.has('explain_issue'))
    return [
      { prompt: 'fix this', label: l10n.t('Fix this') },
      { prompt: 'investigate this', label: l10n.t('Investigate this') },
    ];
  return [
    { prompt: 'show critical issues', label: l10n.t('Show critical issues') },
    { prompt: 'what should I fix first?', label: l10n.t('What should I fix first?') },
  ];
}
