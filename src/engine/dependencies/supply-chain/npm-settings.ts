import { readToml } from '../../files/structured/toml.ts';
import { isTrue, type LocatedValue, membersOf, textOf, valueAt } from '../../files/structured/value.ts';
import { readYamlDocuments } from '../../files/structured/yaml.ts';
import { baseOf, foldersUpFrom } from '../formats/paths.ts';
import type { ProjectFiles } from '../package.ts';
import { parsed } from './parsed.ts';

/** What a project's own settings say of the registries of npm packages, and of install scripts. */
export interface NpmSettings {
  /** Hosts that packages without a mapped scope come from. */
  readonly hosts: ReadonlySet<string>;
  /** By scope (`@acme`), the hosts that its packages come from. */
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>;
  /** A registry is named by a variable: it may be any. */
  readonly isOpen: boolean;
  /** Packages run no scripts when they are installed. */
  readonly ignoresScripts: boolean;
}

/** Whether a file says where npm packages come from. */
export const isNpmSettings = (path: string): boolean =>
  /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|bunfig\.toml)$/.test(baseOf(path));

class Draft {
  readonly hosts = new Set<string>();
  readonly scopes = new Map<string, Set<string>>();
  isOpen = false;
  ignoresScripts = false;

  /** @param scope with its `@`; undefined for all other packages */
  name(scope: string | undefined, address: string | undefined): void {
    if (address === undefined) return;
    const host = hostOf(address);
    if (host === undefined) this.isOpen = true;
    else if (scope === undefined) this.hosts.add(host);
    else this.scopes.set(scope, (this.scopes.get(scope) ?? new Set()).add(host));
  }
}

/** @returns the host of an address, with its port; undefined where it has none, or a variable stands there */
export function hostOf(address: string): string | undefined {
  try {
    const { host } = new URL(address);
    return host === '' || /[${}]/.test(decodeURIComponent(host)) ? undefined : host.toLowerCase();
  } catch {
    return undefined;
  }
}

/** What the settings of a folder and of those above it say together. */
export function npmSettings(folder: string, files: ProjectFiles): NpmSettings {
  const draft = new Draft();
  for (const at of foldersUpFrom(folder)) {
    const textIn = (name: string): string => files.read(at === '' ? name : `${at}/${name}`) ?? '';
    for (const name of ['.npmrc', '.yarnrc']) readLines(textIn(name), draft);
    readYarn(textIn('.yarnrc.yml'), draft);
    readBun(textIn('bunfig.toml'), draft);
  }
  return draft;
}

/** `.npmrc` (docs.npmjs.com/cli/configuring-npm/npmrc) and `.yarnrc` of yarn 1: one setting a line. */
function readLines(text: string, draft: Draft): void {
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const [, scope, address] = /^"?(?:(@[^:"\s]{1,200}):)?registry"?[=\s]{1,20}"?([^"\s]+)/.exec(line) ?? [];
    draft.name(scope, address);
    if (/^ignore-scripts[=\s]{1,20}"?true\b/.test(line)) draft.ignoresScripts = true;
  }
}

/** yarnpkg.com/configuration/yarnrc */
function readYarn(text: string, draft: Draft): void {
  const [document] = parsed(() => [...readYamlDocuments(text)]) ?? [];
  const root = document?.root;
  draft.name(undefined, textOf(valueAt(root, 'npmRegistryServer')));
  for (const [scope, { value }] of membersOf(valueAt(root, 'npmScopes')))
    draft.name(`@${scope}`, textOf(valueAt(value, 'npmRegistryServer')));
  const scripts = valueAt(root, 'enableScripts');
  if (scripts?.kind === 'literal' && scripts.text === 'false') draft.ignoresScripts = true;
}

/** bun.sh/docs/runtime/bunfig: an address, or a table with one. */
function readBun(text: string, draft: Draft): void {
  const install = valueAt(parsed(() => readToml(text))?.root, 'install');
  const addressOf = (value: LocatedValue | undefined) => textOf(value) ?? textOf(valueAt(value, 'url'));
  draft.name(undefined, addressOf(valueAt(install, 'registry')));
  for (const [scope, { value }] of membersOf(valueAt(install, 'scopes')))
    draft.name(scope.startsWith('@') ? scope : `@${scope}`, addressOf(value));
  if (isTrue(valueAt(install, 'ignoreScripts'))) draft.ignoresScripts = true;
}
