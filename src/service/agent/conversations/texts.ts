import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { MessagePart } from '../../../api/contract/agent/message.ts';
import { containsLower } from '../../core/like.ts';
import type { Queries } from '../../store/dialect.ts';
import type { Schema } from '../../store/schema.ts';
import { agentTexts, isAmongParts, shortestIndexed } from '../../store/text-index.ts';

/** Titles and messages as conversations are searched by them and shown in one line. */

/** Characters of a message that a search looks at. */
const indexedCharacters = 50_000;
const titleCharacters = 80;
const previewCharacters = 160;

/** The first words, on one line, without marks of Markdown at its beginning. */
export function titleOf(text: string): string {
  return oneLine(text.replace(/^[#>*\-\s`]+/, ''), titleCharacters);
}

export function previewOf(text: string): string {
  return oneLine(text, previewCharacters);
}

function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 8)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  const cut = line
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${cut.trimEnd()}…`;
}

export function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

export async function indexConversationText(
  db: Queries,
  conversationId: string,
  kind: 'title' | 'message',
  text: string,
): Promise<void> {
  const indexed = text.slice(0, indexedCharacters).toWellFormed().toLowerCase().replaceAll('\0', ' ').trim();
  if (indexed === '') return;
  await db
    .insertInto('agent_texts')
    .values({ conversation_id: conversationId, kind, text: indexed })
    .execute();
}

/** Of a query over `agent_conversations`: those with the text in their title or, from three characters on, a message. */
export function hasText(
  db: Queries,
  eb: ExpressionBuilder<Schema, 'agent_conversations'>,
  search: string,
): Expression<SqlBool> {
  const text = search.toLowerCase();
  const texts = eb.selectFrom('agent_texts').select('agent_texts.conversation_id');
  const found =
    text.length < shortestIndexed
      ? texts
          .where('agent_texts.kind', '=', 'title')
          .where(containsLower(sql.ref<string>('agent_texts.text'), text))
          .whereRef('agent_texts.conversation_id', '=', 'agent_conversations.id')
      : texts.where(isAmongParts(db, agentTexts, sql.ref<number>('agent_texts.seq'), text));
  return eb('agent_conversations.id', 'in', found);
}
