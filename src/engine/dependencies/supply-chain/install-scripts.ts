import { readJson } from '../../files/structured/json.ts';
import {
  isTrue,
  itemsOf,
  type LocatedValue,
  membersOf,
  type Span,
  textOf,
  valueAt,
} from '../../files/structured/value.ts';
import { readYamlDocuments } from '../../files/structured/yaml.ts';
import { baseOf, folderOf } from '../formats/paths.ts';
import { Place } from '../formats/place.ts';
import type { Ecosystem, ManifestReading, ProjectFiles } from '../package.ts';
import { npmSettings } from './npm-settings.ts';
import { parsed } from './parsed.ts';
import type { Risk, SupplyChainRule } from './risk.ts';
import { scriptDanger } from './script-dangers.ts';

/** Code that runs because packages are installed: that of the project, and that of packages. */

export const fetchedCode: SupplyChainRule = {
  id: 'install-script/fetched-code',
  title: 'Install script that runs code from the network',
  cwes: ['CWE-494', 'CWE-829'],
  score: 60,
  confidence: 85,
  remediation:
    'Put the code into the repository, or into a package of a fixed version, and run it from there.',
};

export const hiddenCode: SupplyChainRule = {
  id: 'install-script/hidden-code',
  title: 'Install script that runs encoded code',
  cwes: ['CWE-506'],
  score: 80,
  confidence: 85,
  remediation:
    'Decode it without running it, and find out who added it. Put what is needed into a file in plain text.',
};

const ofPackage: SupplyChainRule = {
  id: 'install-script/package',
  title: 'Package that runs a script when it is installed',
  cwes: ['CWE-829'],
  score: 15,
  confidence: 90,
  isHint: true,
  remediation:
    'Read the script once, and let no other package run any: `npm ci --ignore-scripts`, then `npm rebuild` of the ones you trust.',
};

const allowed: SupplyChainRule = {
  id: 'install-script/allowed-package',
  title: 'Package that is allowed to run install scripts',
  cwes: ['CWE-829'],
  score: 12,
  confidence: 90,
  isHint: true,
  remediation: 'Keep it on the list only as long as it needs its script.',
};

const allAllowed: SupplyChainRule = {
  id: 'install-script/all-allowed',
  title: 'Every package may run install scripts',
  cwes: ['CWE-829'],
  score: 30,
  confidence: 90,
  remediation: 'Remove the setting, and list the packages whose scripts are needed.',
};

export const installScriptRules = [fetchedCode, hiddenCode, ofPackage, allowed, allAllowed];

/** Scripts that package managers run by themselves (docs.npmjs.com/cli/using-npm/scripts, getcomposer.org/doc/articles/scripts.md). */
const lifecycle: Readonly<Partial<Record<string, readonly string[]>>> = {
  'package.json': ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'],
  'composer.json': [
    ...['pre-install-cmd', 'post-install-cmd', 'pre-update-cmd', 'post-update-cmd'],
    ...['pre-autoload-dump', 'post-autoload-dump', 'post-root-package-install', 'post-create-project-cmd'],
  ],
};

/** Returns the install scripts of a project's manifest, its list of packages that may run some, and those of its lock file. */
export function installScriptRisks(reading: ManifestReading, files: ProjectFiles): Risk[] {
  const { file } = reading;
  if (reading.kind === 'lock') return ofLock(reading, files);
  const base = baseOf(file);
  if (base === 'pnpm-workspace.yaml') return ofWorkspace(file, files.read(file) ?? '');
  const names = lifecycle[base];
  if (!names) return [];
  const text = files.read(file) ?? '';
  const root = parsed(() => readJson(text))?.root;
  const place = new Place(text);
  const ecosystem: Ecosystem = base === 'package.json' ? 'npm' : 'Packagist';
  const scripts = valueAt(root, 'scripts');
  const seen = new Set<string>();
  return [
    ...names.flatMap((name) => ofScript(name, commandsOf(name, scripts, seen), { ecosystem, file, place })),
    ...(ecosystem === 'npm' ? ofAllowed(root, file, place) : []),
  ];
}

interface Context {
  readonly ecosystem: Ecosystem;
  readonly file: string;
  readonly place: Place;
}

/** @param name of the script that the package manager runs by itself */
function ofScript(name: string, commands: readonly Command[], { ecosystem, file, place }: Context): Risk[] {
  const found = commands.flatMap(({ text, at }) => {
    const danger = scriptDanger(text);
    return danger ? [{ danger, at }] : [];
  });
  const worst = found.find(({ danger }) => danger === 'hidden') ?? found[0];
  if (!worst) return [];
  const does =
    worst.danger === 'hidden'
      ? 'decodes commands that nobody can read, and runs them'
      : 'fetches code and runs it unchecked';
  return [
    {
      rule: worst.danger === 'hidden' ? hiddenCode : fetchedCode,
      ...{ ecosystem, file, range: place.range(worst.at), subject: name },
      message: `\`${name}\` ${does} on every machine that installs the project's packages.`,
    },
  ];
}

interface Command {
  readonly text: string;
  readonly at: Span;
}

/** A longer script is looked at as far as this. */
const longestScript = 20_000;

/**
 * The commands of a script, and of those that it runs: `npm run setup`, `@setup` of Composer.
 * @param seen names of scripts that were taken already
 */
function commandsOf(name: string, scripts: LocatedValue | undefined, seen: Set<string>): readonly Command[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const value = valueAt(scripts, name);
  const own = (value?.kind === 'list' ? itemsOf(value) : [value]).flatMap((item): Command[] =>
    item?.kind === 'text' ? [{ text: item.text.slice(0, longestScript), at: item }] : [],
  );
  const runs = /(?:\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?|^@)([\w:.-]{1,100})/g;
  return own.flatMap((command) => [
    command,
    ...[...command.text.matchAll(runs)].flatMap(([, called = '']) => commandsOf(called, scripts, seen)),
  ]);
}

/** `trustedDependencies` of bun, `pnpm.onlyBuiltDependencies`, `dependenciesMeta` of yarn. */
function ofAllowed(root: LocatedValue | undefined, file: string, place: Place): Risk[] {
  const listed = [valueAt(root, 'trustedDependencies'), valueAt(root, 'pnpm', 'onlyBuiltDependencies')];
  const built = [...membersOf(valueAt(root, 'dependenciesMeta'))].filter(([, { value }]) =>
    isTrue(valueAt(value, 'built')),
  );
  return [
    ...listed.flatMap((list) => ofList(list, file, place)),
    ...built.map(([name, { key }]) => allowedRisk(name, key, file, place)),
    ...ofAll(valueAt(root, 'pnpm'), file, place),
  ];
}

function ofWorkspace(file: string, text: string): Risk[] {
  const place = new Place(text);
  const [document] = parsed(() => [...readYamlDocuments(text)]) ?? [];
  const root = document?.root;
  return [
    ...ofList(valueAt(root, 'onlyBuiltDependencies'), file, place),
    ...[...membersOf(valueAt(root, 'allowBuilds'))]
      .filter(([, { value }]) => isTrue(value))
      .map(([name, { key }]) => allowedRisk(name, key, file, place)),
    ...ofAll(root, file, place),
  ];
}

const ofList = (list: LocatedValue | undefined, file: string, place: Place): Risk[] =>
  itemsOf(list).flatMap((item) => {
    const name = textOf(item);
    return name === undefined ? [] : [allowedRisk(name, item, file, place)];
  });

const allowedRisk = (name: string, at: Span, file: string, place: Place): Risk => ({
  rule: allowed,
  ...{ ecosystem: 'npm', file, range: place.range(at), subject: name },
  message: `\`${name.slice(0, 200)}\` may run commands on every machine that installs it.`,
});

function ofAll(settings: LocatedValue | undefined, file: string, place: Place): Risk[] {
  const member = membersOf(settings).get('dangerouslyAllowAllBuilds');
  if (!member || !isTrue(member.value)) return [];
  return [
    {
      rule: allAllowed,
      ...{ ecosystem: 'npm', file, range: place.range(member.key), subject: 'all' },
      message:
        'One malicious version of any package is enough to run commands on every machine that installs it.',
    },
  ];
}

function ofLock({ file, packages }: ManifestReading, files: ProjectFiles): Risk[] {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript);
  if (running.length === 0 || npmSettings(folderOf(file), files).ignoresScripts) return [];
  const names = new Map(running.map((entry) => [entry.name, entry]));
  return [...names.values()].map(({ ecosystem, name, version = '', range }) => ({
    rule: ofPackage,
    ...{ ecosystem, file, range, subject: name },
    message: `\`${name}\` ${version} runs commands on every machine that installs it.`,
  }));
}
