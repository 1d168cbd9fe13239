import { readToml } from '../../files/structured/toml.ts';
import {
  isTrue,
  itemsOf,
  type LocatedValue,
  membersOf,
  type Span,
  textOf,
  valueAt,
} from '../../files/structured/value.ts';
import { baseOf } from '../formats/paths.ts';
import { Place } from '../formats/place.ts';
import { iniLines } from '../formats/python/ini.ts';
import { requirementLines } from '../formats/python/requirements-lines.ts';
import { parsed } from './parsed.ts';
import { extraIndex, RegistryRisks, severalSources, shownHost } from './registry-rules.ts';
import type { Risk } from './risk.ts';

/** Where pip and its like look for packages. */

/** Whether a file that is no manifest says where Python packages come from. */
export const isPythonSettings = (path: string): boolean =>
  /^(?:pip\.(?:conf|ini)|uv\.toml)$/.test(baseOf(path));

/** Options of a requirements file (pip.pypa.io, "Requirements File Format"). */
export function requirementsRisks(text: string, file: string): Risk[] {
  const risks = new RegistryRisks('PyPI', file, new Place(text));
  const lines = requirementLines(text);
  const asked = lines.filter((line) => /^\s*[^-\s]/.test(line.text));
  const isHashed =
    lines.some((line) => /^\s*--require-hashes\b/.test(line.text)) ||
    (asked.length > 0 && asked.every((line) => /\s--hash[=\s]/.test(line.text)));
  for (const line of lines) {
    const [whole, option = '', value = ''] =
      /^\s{0,100}(--extra-index-url|--index-url|-i|--find-links|-f|--trusted-host)[=\s]{1,20}(\S+)/.exec(
        line.text,
      ) ?? [];
    if (whole === undefined) continue;
    const start = line.offset + whole.length - whole.trimStart().length;
    pipOption(option.replace(/^--?/, ''), value, { start, end: line.offset + whole.length }, risks, isHashed);
  }
  return risks.found;
}

function pipOption(option: string, value: string, at: Span, risks: RegistryRisks, isHashed: boolean): void {
  if (option === 'trusted-host') return risks.unchecked(at, value);
  risks.address(value, at);
  if (option !== 'extra-index-url' || isHashed) return;
  risks.add(
    extraIndex,
    at,
    'extra index',
    `pip asks ${shownHost(value)} and the main index for every name, and takes the highest version. Whoever publishes a name of ${shownHost(value)} in the public index is installed.`,
  );
}

/** pip.conf and pip.ini (pip.pypa.io, "Configuration"). */
export function pipConfRisks(text: string, file: string): Risk[] {
  const risks = new RegistryRisks('PyPI', file, new Place(text));
  for (const { key, text: value, start, end } of iniLines(text))
    for (const address of value.split(/\s+/))
      pipOption(key.trim().replaceAll('_', '-'), address, { start, end }, risks, false);
  return risks.found;
}

/** `[[source]]` of a Pipfile (pipenv.pypa.io, "Specifying Package Indexes"). */
export function pipfileRisks(text: string, file: string): Risk[] {
  const root = parsed(() => readToml(text))?.root;
  const risks = new RegistryRisks('PyPI', file, new Place(text));
  const sources = itemsOf(valueAt(root, 'source'));
  for (const source of sources) {
    risks.address(...addressIn(source));
    const check = membersOf(source).get('verify_ssl');
    if (check && isFalse(check.value)) risks.unchecked(check.key, textOf(valueAt(source, 'url')) ?? '');
  }
  const all = membersOf(valueAt(root, 'pipenv')).get('install_search_all_sources');
  if (all && isTrue(all.value) && sources.length > 1)
    risks.add(
      severalSources,
      all.key,
      'pipenv',
      'Pipenv looks for every name in all sources, and takes what it finds.',
    );
  return risks.found;
}

/** Sources of Poetry, PDM and uv in pyproject.toml, or of uv in uv.toml. */
export function pyprojectRisks(text: string, file: string): Risk[] {
  const root = parsed(() => readToml(text))?.root;
  const risks = new RegistryRisks('PyPI', file, new Place(text));
  const uv = baseOf(file) === 'uv.toml' ? root : valueAt(root, 'tool', 'uv');
  ofPoetry(itemsOf(valueAt(root, 'tool', 'poetry', 'source')), risks);
  ofPdm(valueAt(root, 'tool', 'pdm'), risks);
  for (const settings of [uv, valueAt(uv, 'pip')]) ofUv(settings, risks);
  return risks.found;
}

/** python-poetry.org/docs/repositories: all primary sources are asked alike, and PyPI before the supplemental ones. */
function ofPoetry(sources: readonly LocatedValue[], risks: RegistryRisks): void {
  let primaries = 0;
  for (const source of sources) {
    const priority = textOf(valueAt(source, 'priority')) ?? 'primary';
    const [address, at] = addressIn(source);
    risks.address(address, at);
    const isPrimary = priority === 'primary' || priority === 'default';
    if (isPrimary) primaries++;
    if (priority === 'explicit' || address === undefined || (isPrimary && primaries < 2)) continue;
    const how = isPrimary ? 'beside another source' : 'where the public index does not have it';
    risks.add(
      severalSources,
      at,
      `poetry ${shownHost(address)}`,
      `Poetry looks for every name in ${shownHost(address)} ${how}, so the same name elsewhere can take its place. \`priority = "explicit"\` here and \`source\` at the package bind it.`,
    );
  }
}

/** pdm-project.org, "Configure the package indexes": PyPI is asked, too, unless a source is called `pypi`. */
function ofPdm(pdm: LocatedValue | undefined, risks: RegistryRisks): void {
  const isOrdered = isTrue(valueAt(pdm, 'resolution', 'respect-source-order'));
  for (const source of itemsOf(valueAt(pdm, 'source'))) {
    const [address, at] = addressIn(source);
    risks.address(address, at);
    const check = membersOf(source).get('verify_ssl');
    if (check && isFalse(check.value)) risks.unchecked(check.key, address ?? '');
    const isBound = valueAt(source, 'include_packages') !== undefined;
    const isMain = textOf(valueAt(source, 'name')) === 'pypi';
    if (address === undefined || isOrdered || isBound || isMain) continue;
    risks.add(
      severalSources,
      at,
      `pdm ${shownHost(address)}`,
      `PDM looks for every name in ${shownHost(address)} and in the public index. \`include_packages\` of the source binds its packages to it.`,
    );
  }
}

/** docs.astral.sh/uv/concepts/indexes: the first index that has a name serves it, unless the strategy says otherwise. */
function ofUv(settings: LocatedValue | undefined, risks: RegistryRisks): void {
  for (const index of itemsOf(valueAt(settings, 'index'))) risks.address(...addressIn(index));
  for (const key of ['index-url', 'default-index']) {
    const member = membersOf(settings).get(key);
    if (member) risks.address(textOf(member.value), member.value);
  }
  const strategy = membersOf(settings).get('index-strategy');
  if (!strategy || !/^unsafe-/.test(textOf(strategy.value) ?? '')) return;
  risks.add(
    severalSources,
    { start: strategy.key.start, end: strategy.value.end },
    'uv',
    'uv takes the best version of all indexes, so a higher version in the public one takes the place of a private package. `first-index`, the default, ends that.',
  );
}

const isFalse = (value: LocatedValue): boolean => value.kind === 'literal' && value.text === 'false';

/** The address of a source, and where it stands. */
function addressIn(source: LocatedValue): readonly [address: string | undefined, at: Span] {
  const url = membersOf(source).get('url');
  return url ? [textOf(url.value), { start: url.key.start, end: url.value.end }] : [undefined, source];
}
