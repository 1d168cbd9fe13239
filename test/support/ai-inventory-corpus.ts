import {
  type AiFile,
  type AiInventory,
  detectAiComponents,
  mayTell,
  tellingTexts,
} from '../../src/engine/ai-inventory/index.ts';
import { Parsing } from '../../src/engine/languages/parsing.ts';
import type { LabelledProject } from '../corpora/ai-inventory/project.ts';
import { surveyed } from '../corpora/ai-inventory/surveyed.ts';
import { withComponents } from '../corpora/ai-inventory/with.ts';
import { withoutComponents } from '../corpora/ai-inventory/without.ts';
import { engineOptions } from './engine.ts';

export const projects: readonly LabelledProject[] = [...withComponents, ...withoutComponents, ...surveyed];

export interface KindScore {
  right: number;
  missed: number;
  wrong: number;
}

const parsing = await Parsing.create(engineOptions, 5_000);
for (const name of ['a.js', 'a.ts', 'a.tsx', 'A.java', 'a.py']) await parsing.prepare(name);

/** As a scan takes it: what can be parsed is parsed. */
export function inventoryOf(files: LabelledProject['files']): AiInventory {
  const texts = new Map(
    Object.entries(files).flatMap(([path, content]) => {
      const { module } = mayTell(content) ? parsing.lower(path, content) : { module: undefined };
      return module ? [[path, tellingTexts(module, content)] as const] : [];
    }),
  );
  return detectAiComponents(Object.entries(files).map(aiFile), texts);
}

/** With what a lexer sees, as of a file that cannot be parsed. */
export const inventoryByLexer = (files: LabelledProject['files']): AiInventory =>
  detectAiComponents(Object.entries(files).map(aiFile));

function aiFile([path, content]: readonly [string, string]): AiFile {
  const bytes = content.startsWith('bytes:');
  const head = Buffer.from(bytes ? content.slice(6) : content, bytes ? 'latin1' : 'utf8');
  return { path, size: head.length, head, ...(!bytes && { text: content }) };
}

/** Precision and recall by kind, and every mistake in words. */
export function judgeInventory(): {
  readonly byKind: ReadonlyMap<string, KindScore>;
  readonly mistakes: readonly string[];
} {
  const byKind = new Map<string, KindScore>();
  const mistakes: string[] = [];
  const count = (label: string, what: keyof KindScore): void => {
    const kind = label.split(' ')[0] ?? '';
    const score = byKind.get(kind) ?? { right: 0, missed: 0, wrong: 0 };
    score[what]++;
    byKind.set(kind, score);
  };
  for (const { name, files, expected } of projects) {
    const left = [...expected];
    for (const component of inventoryOf(files).components) {
      const label = `${component.kind} ${component.name}`;
      const at = left.indexOf(label);
      if (at >= 0) left.splice(at, 1);
      else mistakes.push(`${name}: wrong ${label}`);
      count(label, at >= 0 ? 'right' : 'wrong');
    }
    for (const label of left) {
      count(label, 'missed');
      mistakes.push(`${name}: missed ${label}`);
    }
  }
  return { byKind, mistakes };
}
