import * as l10n from '@vscode/l10n';
import type { PageState } from '../page-state.ts';
import { tell } from './host.ts';
import { IconButton } from './parts.tsx';

interface Props {
  readonly state: PageState;
  readonly onList: () => void;
  readonly onNew: () => void;
}

/** Which conversation this is, and the ways to the others. */
export function Header({ state, onList, onNew }: Props) {
  const { screen, open } = state;
  const conversation = open?.conversation;
  const issueId = conversation?.issueId ?? undefined;
  return (
    <header class="bar">
      {screen === 'list' ? (
        <h1>{l10n.t('Conversations')}</h1>
      ) : (
        <>
          <IconButton icon="history" label={l10n.t('Conversations')} onClick={onList} />
          <h1 dir="auto" title={conversation?.title ?? ''}>
            {screen === 'new' ? l10n.t('New conversation') : (conversation?.title ?? '')}
          </h1>
        </>
      )}
      {conversation !== undefined && conversation.repository !== '' && (
        <span class="quiet repository">{conversation.repository}</span>
      )}
      {conversation !== undefined && (
        <IconButton
          icon={conversation.isArchived ? 'reply' : 'archive'}
          label={conversation.isArchived ? l10n.t('Take Back from the Archive') : l10n.t('Archive')}
          onClick={() =>
            tell({
              type: 'archive',
              conversationId: conversation.id,
              isArchived: !conversation.isArchived,
            })
          }
        />
      )}
      {conversation !== undefined && issueId !== undefined && (
        <IconButton
          icon="trash"
          label={l10n.t('Delete…')}
          onClick={() =>
            tell({
              type: 'delete',
              conversationId: conversation.id,
              issueId,
              title: conversation.title,
            })
          }
        />
      )}
      {screen !== 'new' && <IconButton icon="add" label={l10n.t('New conversation')} onClick={onNew} />}
    </header>
  );
}
