import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ConversationView, type ListQuery, type Source, sources } from '../messages.ts';
import type { ListState } from '../page-state.ts';
import { Button, Icon, IconButton } from './parts.tsx';
import { dayText } from './times.ts';

const typingMs = 200;

interface Props {
  readonly list: ListState;
  readonly onQuery: (query: ListQuery) => void;
  readonly onMore: () => void;
  readonly onOpen: (id: string) => void;
  readonly onArchive: (id: string, isArchived: boolean) => void;
}

/** All conversations: found by their words, by what began them, and put away. */
export function Conversations({ list, onQuery, onMore, onOpen, onArchive }: Props) {
  const { query, conversations } = list;
  const [search, setSearch] = useState(query.search);
  useEffect(() => {
    if (search === query.search) return;
    const timer = setTimeout(() => onQuery({ ...query, search }), typingMs);
    return () => clearTimeout(timer);
  }, [search, query, onQuery]);
  const rows = useRef<HTMLUListElement>(null);
  return (
    <main class="conversations">
      <div class="filters">
        <input
          type="search"
          value={search}
          maxLength={200}
          placeholder={l10n.t('Search conversations')}
          aria-label={l10n.t('Search conversations')}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <select
          aria-label={l10n.t('What began them')}
          value={query.source ?? ''}
          onChange={(event) => onQuery({ ...query, source: asSource(event.currentTarget.value) })}
        >
          <option value="">{l10n.t('All')}</option>
          {sources.map((source) => (
            <option key={source} value={source}>
              {sourceText(source)}
            </option>
          ))}
        </select>
        <IconButton
          icon="archive"
          label={query.isArchived ? l10n.t('Show what is not archived') : l10n.t('Show the archive')}
          pressed={query.isArchived}
          onClick={() => onQuery({ ...query, isArchived: !query.isArchived })}
        />
      </div>
      {list.isLoading && conversations.length === 0 && (
        <p class="quiet" role="status">
          {l10n.t('Loading…')}
        </p>
      )}
      {!list.isLoading && conversations.length === 0 && (
        <p class="quiet" role="status">
          {nothingText(query)}
        </p>
      )}
      <ul
        ref={rows}
        class="rows"
        aria-label={query.isArchived ? l10n.t('Archived conversations') : l10n.t('Conversations')}
        aria-busy={list.isLoading}
        onKeyDown={(event) => walk(event, rows.current)}
      >
        {conversations.map((one) => (
          <Row key={one.id} conversation={one} onOpen={onOpen} onArchive={onArchive} />
        ))}
      </ul>
      {list.hasMore && (
        <p class="actions">
          <Button isSecondary disabled={list.isLoading} onClick={onMore}>
            {l10n.t('Show More')}
          </Button>
        </p>
      )}
    </main>
  );
}

interface RowProps {
  readonly conversation: ConversationView;
  readonly onOpen: (id: string) => void;
  readonly onArchive: (id: string, isArchived: boolean) => void;
}

function Row({ conversation, onOpen, onArchive }: RowProps) {
  const { id, title, preview, source, repository, updatedAt, isArchived, isBusy } = conversation;
  const facts = [dayText(updatedAt), repository, source === 'manual' ? '' : sourceText(source)];
  return (
    <li>
      <button type="button" class="row" onClick={() => onOpen(id)}>
        <span class="row-title" dir="auto">
          {isBusy && <Icon name="loading codicon-modifier-spin" />}
          {title}
        </span>
        <span class="row-preview quiet" dir="auto">
          {preview}
        </span>
        <span class="row-facts quiet">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </button>
      <IconButton
        icon={isArchived ? 'reply' : 'archive'}
        label={isArchived ? l10n.t('Take back: {0}', title) : l10n.t('Archive: {0}', title)}
        onClick={() => onArchive(id, !isArchived)}
      />
    </li>
  );
}

/** Arrow keys go from row to row. */
function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...(list?.querySelectorAll<HTMLElement>('button.row') ?? [])];
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement) === true);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nothingText({ search, source, isArchived }: ListQuery): string {
  if (search.trim() !== '' || source !== null) return l10n.t('No conversation matches.');
  return isArchived ? l10n.t('Nothing is archived.') : l10n.t('There is no conversation yet.');
}

function asSource(value: string): Source | null {
  return sources.find((source) => source === value) ?? null;
}

function sourceText(source: Source): string {
  switch (source) {
    case 'manual':
      return l10n.t('In this view');
    case 'chatTool':
      return l10n.t('In a chat');
    case 'scheduled':
      return l10n.t('By schedule');
    case 'event':
      return l10n.t('By an event');
  }
}
