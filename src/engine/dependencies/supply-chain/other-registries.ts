import { isPlainRemote } from '../../ai-inventory/networks.ts';
import { readJson } from '../../files/structured/json.ts';
import {
  isTrue,
  itemsOf,
  type LocatedValue,
  membersOf,
  textOf,
  valueAt,
} from '../../files/structured/value.ts';
import { childOf, childrenOf, type LocatedElement, readXml } from '../../files/structured/xml.ts';
import { baseOf } from '../formats/paths.ts';
import { Place } from '../formats/place.ts';
import { isMark, isName } from '../formats/script-calls.ts';
import { rubySyntax, scriptTokens } from '../formats/script-tokens.ts';
import { textLines } from '../formats/text-lines.ts';
import { hostOf } from './npm-settings.ts';
import { parsed } from './parsed.ts';
import { RegistryRisks, severalRepositories, severalSources, shownHost } from './registry-rules.ts';
import type { Risk } from './risk.ts';

/** Where npm, NuGet, Maven, Gradle, Bundler and Composer look for packages. */

/** Whether a file is NuGet's settings. */
export const isNuGetSettings = (path: string): boolean => /^nuget\.config$/i.test(baseOf(path));

/** `.npmrc` and `.yarnrc`: registries without TLS, and certificates that are not checked. */
export function npmrcRisks(text: string, file: string): Risk[] {
  const risks = new RegistryRisks('npm', file, new Place(text));
  for (const { text: line, start, end } of textLines(text)) {
    const at = { start, end };
    const [, address] = /^\s*"?(?:@[^:"\s]{1,200}:)?registry"?[=\s]{1,20}"?([^"\s]+)/.exec(line) ?? [];
    risks.address(address, at);
    if (/^\s*"?strict-ssl"?[=\s]{1,20}"?false\b/.test(line)) risks.unchecked(at, 'strict-ssl');
  }
  return risks.found;
}

/** nuget.config (learn.microsoft.com/nuget/consume-packages/package-source-mapping). */
export function nugetRisks(text: string, file: string): Risk[] {
  const configuration = childOf(parsed(() => readXml(text))?.root, 'configuration');
  const risks = new RegistryRisks('NuGet', file, new Place(text));
  const off = new Set(
    childrenOf(childOf(configuration, 'disabledPackageSources'), 'add').flatMap(
      ({ attributes }) => attributes.get('key')?.text ?? [],
    ),
  );
  const hosts = new Set<string>();
  for (const { attributes, tag } of childrenOf(childOf(configuration, 'packageSources'), 'add')) {
    const address = attributes.get('value')?.text ?? '';
    const host = hostOf(address);
    if (host === undefined || !/^https?:/i.test(address) || off.has(attributes.get('key')?.text ?? ''))
      continue;
    risks.address(address, tag);
    hosts.add(host);
    if (hosts.size !== 2 || childOf(configuration, 'packageSourceMapping')) continue;
    risks.add(
      severalSources,
      tag,
      'nuget',
      `NuGet asks all sources for every name, so the public one can serve what ${shownHost(address)} or another source is meant for. \`packageSourceMapping\` binds names to sources.`,
    );
    hosts.add('');
  }
  return risks.found;
}

/** Repositories of a pom.xml (maven.apache.org/guides/mini/guide-multiple-repositories.html). */
export function pomRisks(text: string, file: string): Risk[] {
  const project = childOf(parsed(() => readXml(text))?.root, 'project');
  const risks = new RegistryRisks('Maven', file, new Place(text));
  const holders = [project, ...childrenOf(childOf(project, 'profiles'), 'profile')];
  const urls = (list: string, one: string): LocatedElement[] =>
    holders.flatMap((holder) =>
      childrenOf(childOf(holder, list), one).flatMap((repository) => childOf(repository, 'url') ?? []),
    );
  for (const url of [
    ...urls('repositories', 'repository'),
    ...urls('pluginRepositories', 'pluginRepository'),
  ])
    risks.address(url.text, url.content);
  const hosts = new Map(urls('repositories', 'repository').map((url) => [hostOf(url.text), url]));
  for (const host of [undefined, 'repo.maven.apache.org', 'repo1.maven.org']) hosts.delete(host);
  const [, second] = hosts.values();
  if (second)
    risks.add(
      severalRepositories,
      second.content,
      'maven',
      `Each of ${hosts.size} repositories may serve any artifact, whoever it belongs to.`,
    );
  return risks.found;
}

/** `maven { url "http://…" }` of Gradle, in Groovy and Kotlin. */
export function gradleRisks(text: string, file: string): Risk[] {
  const risks = new RegistryRisks('Maven', file, new Place(text));
  const repository =
    /\bmaven\s?(?:\{[^{}]{0,300}?\burl\b[^{}"'\n]{0,40}|\(\s?(?:url\s?=\s?)?(?:uri\()?)["'](http:\/\/[^"'\s]{1,500})["']/g;
  for (const { 0: whole, 1: address = '', index } of text.matchAll(repository)) {
    const end = index + whole.length - 1;
    risks.address(address, { start: end - address.length, end });
  }
  return risks.found;
}

/** Sources of a Gemfile (bundler.io/man/gemfile.5.html): those without a block are asked for every gem. */
export function gemfileRisks(text: string, file: string): Risk[] {
  const risks = new RegistryRisks('RubyGems', file, new Place(text));
  const tokens = scriptTokens(text, rubySyntax);
  const global = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const isFirst = before === undefined || (before.kind === 'mark' && /^[\n;]$/.test(before.text));
    if (!isName(token, 'source') || !isFirst) continue;
    const given = isMark(tokens[index + 1], '(') ? tokens[index + 2] : tokens[index + 1];
    if (given?.kind !== 'string') continue;
    risks.address(given.text, given);
    const after = tokens.indexOf(given, index) + 1;
    const next = isMark(tokens[after], ')') ? tokens[after + 1] : tokens[after];
    if (isName(next, 'do') || isMark(next, '{')) continue;
    global.add(given.text);
    if (global.size < 2 || isPlainRemote(given.text)) continue;
    risks.add(
      severalSources,
      given,
      `bundler ${shownHost(given.text)}`,
      `Bundler asks all global sources for every gem. A block, \`source "…" do … end\`, binds gems to ${shownHost(given.text)}.`,
    );
  }
  return risks.found;
}

/** Repositories of a composer.json (getcomposer.org/doc/articles/repository-priorities.md). */
export function composerRisks(text: string, file: string): Risk[] {
  const root = parsed(() => readJson(text))?.root;
  const risks = new RegistryRisks('Packagist', file, new Place(text));
  const repositories = valueAt(root, 'repositories');
  const listed: readonly LocatedValue[] =
    repositories?.kind === 'table'
      ? [...repositories.members.values()].map(({ value }) => value)
      : itemsOf(repositories);
  for (const repository of listed) {
    const url = membersOf(repository).get('url');
    const address = textOf(url?.value);
    if (url) risks.address(address, url.value);
    const canonical = membersOf(repository).get('canonical');
    if (!canonical || !isOff(canonical.value)) continue;
    risks.add(
      severalSources,
      canonical.key,
      `composer ${shownHost(address ?? '')}`,
      `With \`canonical: false\`, Composer takes packages of ${shownHost(address ?? '')} from other repositories, too. \`exclude\` or \`only\` bind names to a repository.`,
    );
  }
  const tls = membersOf(valueAt(root, 'config')).get('disable-tls');
  if (tls && isTrue(tls.value)) risks.unchecked(tls.key, 'composer');
  return risks.found;
}

const isOff = (value: LocatedValue): boolean => value.kind === 'literal' && value.text === 'false';
