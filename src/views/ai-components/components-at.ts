import type { AiComponent } from '../../api/contract/ai-inventory.ts';
import type { KnownComponent } from './grouping.ts';
import { mentionsOf, presentLine } from './mentions.ts';

export interface Hovered {
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly languageId: string;
  /** 1-based. */
  readonly line: number;
  readonly lineText: string;
}

/** Those that the file declares on the line, else the packages that the line imports, each package once. */
export function componentsAt(all: readonly KnownComponent[], hovered: Hovered): readonly AiComponent[] {
  const ofFolder = all.flatMap(({ folder, component }) => (folder === hovered.folder ? [component] : []));
  const declared = ofFolder.filter(
    (component) =>
      component.filePath === hovered.file &&
      mentionsOf(hovered.lineText, component).length > 0 &&
      presentLine(hovered.text, component) === hovered.line,
  );
  if (declared.length > 0) return declared;
  if (!/\b(?:import|from|require|use|using|include)\b/.test(hovered.lineText)) return [];
  const ecosystem = ecosystems[hovered.languageId];
  const imported = ofFolder.filter(
    (component) =>
      ecosystem !== undefined &&
      component.ecosystem === ecosystem &&
      (component.importNames ?? []).some((name) => isImported(hovered.lineText, name)),
  );
  return [...new Map(imported.map((component) => [component.name, component])).values()];
}

const ecosystems: Readonly<Record<string, string>> = {
  javascript: 'npm',
  javascriptreact: 'npm',
  typescript: 'npm',
  typescriptreact: 'npm',
  vue: 'npm',
  svelte: 'npm',
  python: 'pypi',
};

/** A package, or something in it: `openai`, `'openai/resources'`, `from openai.types`. */
function isImported(line: string, name: string): boolean {
  const at = line.indexOf(name);
  if (at < 0) return false;
  return !/[\w@/.-]/.test(line[at - 1] ?? ' ') && !/[\w-]/.test(line[at + name.length] ?? ' ');
}
