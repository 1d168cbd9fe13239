import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { type TextLine, textLines } from '../text-lines.ts';

interface Spec {
  readonly name: string;
  readonly version: string | undefined;
  readonly origin: Origin;
  readonly section: string;
  readonly line: TextLine;
  readonly needs: Set<string>;
}

const origins: Readonly<Record<string, Origin>> = {
  GEM: 'registry',
  GIT: 'git',
  PATH: 'path',
  'PLUGIN SOURCE': 'url',
};

/**
 * Gemfile.lock. A gem with native code stands once for each platform (`1.15.0-x86_64-linux`); entries of one version
 * are one.
 */
export const gemfileLock: ManifestFormat = {
  id: 'Gemfile.lock',
  kind: 'lock',
  reads: (path) => /^(?:Gemfile|gems|[\w.-]+\.gemfile)\.(?:lock|locked)$/.test(baseOf(path)),
  read(text) {
    const found = new Collector('RubyGems', text);
    const { specs, direct, hasSections } = sectionsOf(text, found);
    if (!hasSections && text.trim() !== '') throw new SyntaxError('It is not a lock file of Bundler.');
    const keysOf = new Map<string, string[]>();
    for (const [key, { name }] of specs) keysOf.set(name, [...(keysOf.get(name) ?? []), key]);
    for (const [key, { name, version, origin, section, line, needs }] of specs)
      found.add({
        key,
        name,
        version,
        scope: 'unknown',
        group: section,
        direct: direct.has(name),
        needs: [...needs].flatMap((need) => keysOf.get(need) ?? []),
        origin,
        at: line,
      });
    return found.result();
  },
};

interface Sections {
  readonly specs: ReadonlyMap<string, Spec>;
  readonly direct: ReadonlySet<string>;
  readonly hasSections: boolean;
}

const specLine = /^( {4}| {6})([^\s()!]+)(?: \(([^()]*)\))?!?$/;

function sectionsOf(text: string, found: Collector): Sections {
  const specs = new Map<string, Spec>();
  const direct = new Set<string>();
  let section = '';
  let current: Spec | undefined;
  let hasSections = false;
  for (const line of textLines(text)) {
    if (/^[A-Z]/.test(line.text)) {
      section = line.text.trim();
      hasSections ||= Object.hasOwn(origins, section) || section === 'DEPENDENCIES';
      current = undefined;
    } else if (section === 'DEPENDENCIES') {
      const name = /^ {2}([^\s()!]+)/.exec(line.text)?.[1];
      if (name !== undefined) direct.add(name);
    } else if (Object.hasOwn(origins, section) && line.text.startsWith('    ')) {
      const [, indent, name, given] = specLine.exec(line.text) ?? [];
      if (name === undefined || (indent === '    ' && !given)) {
        if (section !== 'PLUGIN SOURCE') found.problem(line.start, 'A line that is no gem was left out.');
      } else if (indent === '      ') current?.needs.add(name);
      else {
        const version = given?.replace(/-.*$/, '');
        const key = packageKey(name, version);
        current = specs.get(key) ?? {
          name,
          version: version === '' ? undefined : version,
          origin: origins[section] ?? 'registry',
          section,
          line: { ...line, start: line.start + 4 },
          needs: new Set(),
        };
        specs.set(key, current);
      }
    }
  }
  return { specs, direct, hasSections };
}
