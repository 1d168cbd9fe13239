import * as l10n from '@vscode/l10n';
import {
  type ChatChannelState,
  ChatEvent,
  type ChatMessage,
  type ChatPreview,
  type ChatTool,
} from '../../../../api/contract/agent/chat-channel.ts';

/** The chat channel's words as people read them. */

export const toolWord = (tool: ChatTool): string => (tool === 'slack' ? 'Slack' : 'Microsoft Teams');

export function channelStateWord(state: ChatChannelState): string {
  switch (state) {
    case 'OFF':
      return l10n.t('Off');
    case 'ON':
      return l10n.t('On');
    case 'FAILED':
      return l10n.t('Turned off, because the webhook was refused');
  }
}

export function chatEventWord(event: ChatPreview['event']): string {
  switch (event) {
    case 'newIssues':
      return l10n.t('New critical and high issues');
    case 'scanFailed':
      return l10n.t('Failed scans');
    case 'patchReady':
      return l10n.t('Patches that are ready');
    case 'automationFinished':
      return l10n.t('Automations that ended');
    case 'test':
      return l10n.t('Test message');
  }
}

export function messageStateWord(state: ChatMessage['state']): string {
  switch (state) {
    case 'WAITING':
      return l10n.t('Waiting');
    case 'SENT':
      return l10n.t('Sent');
    case 'FAILED':
      return l10n.t('Not sent');
  }
}

/** What a message was about, as `Failed scans: 1`. */
export function messageWord({ isTest, counts }: ChatMessage): string {
  if (isTest) return l10n.t('Test');
  const parts = ChatEvent.options.flatMap((event) => {
    const count = counts[event] ?? 0;
    return count === 0 ? [] : [`${chatEventWord(event)}: ${count}`];
  });
  return parts.join(' · ');
}
