import assert from 'node:assert/strict';
import { Marked } from 'marked';

/** A reader's Markdown must lead nowhere and load nothing. */
export function assertInert(text: string): void {
  const marked = new Marked({ gfm: true });
  marked.walkTokens(marked.lexer(text), (token) => {
    assert.ok(!['link', 'image', 'html', 'def'].includes(token.type), `${token.type}: ${token.raw}`);
  });
}
