import { plain } from '../../providers/reports/markdown.ts';
import type { Block } from './tracker.ts';

/** A description in the Markdown of GitHub, GitLab and Linear. */
export const markdownOf = (blocks: readonly Block[]): string => blocks.map(markdownBlock).join('\n\n');

function markdownBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return plain(block.text);
    case 'facts':
      return block.facts.map(([label, value]) => `- **${label}:** ${plain(value)}`).join('\n');
    case 'steps': {
      const steps = block.steps.map((step, index) => `${index + 1}. ${plain(step)}`);
      return [`**${block.title}**`, '', ...steps].join('\n');
    }
    case 'link':
      return `[${block.text}](${block.url})`;
  }
}
