import type { CodeRole } from './code-role.ts';

/** A line of `.gitattributes`, as GitHub's Linguist reads it. */
export interface Attribute {
  readonly pattern: RegExp;
  /** Undefined where the line says that the files are the project's own. */
  readonly role: CodeRole | undefined;
}

const names: Readonly<Record<string, CodeRole>> = {
  'linguist-vendored': 'vendored',
  'linguist-generated': 'generated',
  'linguist-documentation': 'example',
};

const maximumLines = 1_000;

/** Returns what `.gitattributes` of a folder says of files, by paths relative to the root; a later line counts more. */
export function readAttributes(text: string, folder: string): readonly Attribute[] {
  const found: Attribute[] = [];
  for (const line of text.split(/\r?\n/).slice(0, maximumLines)) {
    const [glob = '', ...settings] = line.trim().split(/\s+/);
    if (glob === '' || glob.startsWith('#') || glob.length > 300 || wildcards(glob) > 4) continue;
    for (const setting of settings) {
      const [name = '', value = 'true'] = setting.replace(/^-/, '').split('=');
      const role = names[name];
      if (!role) continue;
      const isSet = !setting.startsWith('-') && value !== 'false';
      found.push({ pattern: matcher(glob, folder), role: isSet ? role : undefined });
    }
  }
  return found;
}

const wildcards = (glob: string): number => glob.match(/\*+/g)?.length ?? 0;

/** A pattern of git as an expression for whole paths; one without a slash means names in any folder. */
function matcher(glob: string, folder: string): RegExp {
  const source = glob
    .replace(/^\//, '')
    .replace(/\/$/, '/**')
    .split(/(\*\*\/|\*+|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '*') return '[^/]*';
      if (/^\*+$/.test(part)) return '.*';
      return part === '?' ? '[^/]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  const below = folder === '' ? '' : `${folder.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`;
  const anywhere = glob.replace(/\/$/, '').includes('/') ? '' : '(?:.*/)?';
  return new RegExp(`^${below}${anywhere}${source}$`);
}
