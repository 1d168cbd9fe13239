import { prose, words } from '../../../../../agent/data.ts';
import { asText, fileLink, issueLink } from '../../../../../agent/links.ts';
import {
  type PackageRow,
  PackageRows,
  type VulnerabilityRow,
  VulnerabilityRows,
  wayText,
} from '../../../../../agent/tools/dependencies.ts';
import { IssueStatus, openStatuses, Severity } from '../../../../../api/contract/vocabulary.ts';
import { ecosystems } from '../../../../../engine/dependencies/package.ts';
import { upgradeAdvice } from '../../../../../engine/dependencies/upgrades/advice.ts';
import { grouped } from '../../../../../engine/grouped.ts';
import { type Answer, type Asked, call, say } from '../asked.ts';
import type { DependencyTopic } from '../request.ts';
import { counted, inWords, listed, titled } from '../words.ts';

/** Answers about packages: which there are, who brings them, which are vulnerable, and what ends that. */

const answers: Readonly<Record<DependencyTopic, (asked: Asked) => Answer>> = {
  packages,
  vulnerable,
  affected,
  reachable,
  upgrade,
  use,
  brings,
  licence,
};

export async function* dependencies(asked: Asked): Answer {
  yield* answers[asked.request.about ?? 'vulnerable'](asked);
}

const pageSize = 50;
const maximumPages = 6;
const shown = 15;
const bySources = '*Scans match packages with the advisories that the service has.*';

async function* vulnerable(asked: Asked): Answer {
  const { query } = asked.request;
  yield say(`Looking for known vulnerabilities of ${query === undefined ? 'packages' : asText(query)}.\n\n`);
  const found = await vulnerabilitiesOf(asked, query === undefined ? {} : { query });
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const { rows } = found;
  if (rows.length === 0) {
    const which = query === undefined ? 'No package' : `No package with “${asText(query)}” in its name`;
    yield say(`${which} has a known vulnerability that is open. ${bySources}`);
    return;
  }
  const names = new Set(rows.map((row) => `${row.ecosystem} ${row.package}`)).size;
  yield say(
    `**${least(found)}${counted(rows.length, 'known vulnerability', 'known vulnerabilities')}** in ${counted(names, 'package')}, worst first, of equals those that code reaches:\n\n${linesOf(rows)}\n\n`,
  );
  yield say(`${rest(rows.length)}${nextSteps}\n\n${bySources}`);
}

const nextSteps = 'Say *how do I fix them?*, *which are reachable?*, *explain number 1* or *fix number 1*.';

async function* affected(asked: Asked): Answer {
  const { advisory = '' } = asked.request;
  yield say(`Looking for packages that ${asText(advisory)} affects.\n\n`);
  const found = await vulnerabilitiesOf(asked, { advisory, statuses: [...IssueStatus.options] });
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const open = found.rows.filter(({ status }) => openStatuses.includes(status));
  const others = found.rows.filter(({ status }) => !openStatuses.includes(status));
  if (open.length > 0) {
    const evidence = [...new Set(open.map(({ evidence }) => evidence))].slice(0, 3);
    yield say(
      `**Yes**, ${counted(open.length, 'place')}:\n\n${linesOf(open)}\n\n${evidence.map((text) => prose(text, 300)).join(' ')}\n\nSay *how do I fix them?* or *explain number 1*.`,
    );
  } else if (others.length > 0) {
    const states = [...new Set(others.map(({ status }) => inWords(status)))];
    yield say(
      `**Not any more**: what was found is ${listed(states, 'and')}.\n\n${linesOf(others)}\n\n${bySources}`,
    );
  } else {
    yield say(
      `**No package that the latest scans found is affected**, as far as the service knows. It can be one that has no advisory of this name yet: *do I use …?* asks for the package itself.\n\n${bySources}`,
    );
  }
}

async function* reachable(asked: Asked): Answer {
  yield say('Looking at what product code reaches.\n\n');
  const found = await vulnerabilitiesOf(asked, {});
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const { rows } = found;
  const near = rows.filter(({ reachability }) => reachability === 'REACHED' || reachability === 'CALLED');
  const number = (level: VulnerabilityRow['reachability']): number =>
    rows.filter(({ reachability }) => reachability === level).length;
  const others = [
    [number('IMPORTED'), 'only imported: the vulnerable part was not seen in use, or is not published'],
    [number('NOT_IMPORTED'), 'not imported by product code'],
    [number('UNKNOWN'), 'not known'],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `- ${count} ${what}`);
  if (near.length > 0)
    yield say(
      `Of ${least(found)}${counted(rows.length, 'known vulnerability', 'known vulnerabilities')}, product code calls or reaches **${near.length}**:\n\n${linesOf(near)}\n${told.length > 0 ? `\nThe others:\n\n${told.join('\n')}` : ''}`,
    );
  else if (rows.length > 0)
    yield say(
      `None of ${least(found)}${counted(rows.length, 'known vulnerability', 'known vulnerabilities')} was seen to be called by product code:\n\n${told.join('\n')}`,
    );
  else yield say(`No package has a known vulnerability that is open. ${bySources}`);
}

async function* upgrade(asked: Asked): Answer {
  const { query, advisory } = asked.request;
  yield say('Looking for the smallest versions that end the vulnerabilities.\n\n');
  const found = await vulnerabilitiesOf(asked, {
    ...(query !== undefined && { query }),
    ...(advisory !== undefined && { advisory }),
  });
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const { rows } = found;
  if (rows.length === 0) {
    yield say(`There is nothing to upgrade: no such vulnerability is open. ${bySources}`);
    return;
  }
  const groups = grouped(rows, (row) =>
    JSON.stringify([row.repository, row.file, row.ecosystem, row.package, row.version]),
  );
  const lines = [...groups.values()].slice(0, shown).map(upgradeLine);
  yield say(
    `${counted(groups.size, 'package')}, the worst first:\n\n${lines.join('\n')}\n\n${rest(groups.size)}*Fix* with the number of a vulnerability (*which dependencies are vulnerable?*) makes a patch where the change is mine to write.`,
  );
}

function upgradeLine(rows: readonly VulnerabilityRow[]): string {
  const [worst] = rows;
  if (!worst) return '';
  const { ecosystem, package: name, version, file, line, lock, direct, path } = worst;
  const known = ecosystems.find((one) => one === ecosystem);
  const fixed = rows.find((row) => row.safeVersion ?? row.fixedVersion);
  const target = fixed?.safeVersion ?? fixed?.fixedVersion;
  const advice = known
    ? upgradeAdvice({
        ecosystem: known,
        name,
        direct,
        path,
        fixedVersion: target,
        ...(lock !== undefined && { lock: { file: lock } }),
      })
    : '';
  const to = target === undefined ? '' : ` → **${words(target, 60)}**`;
  return `- **${words(name, 100)}** ${words(version, 60)}${to} in ${fileLink(file, line)}, ${counted(rows.length, 'vulnerability', 'vulnerabilities')}. ${prose(advice, 500)}`;
}

async function* use(asked: Asked): Answer {
  const query = asked.request.query ?? '';
  const found = yield* packagesNamed(asked, query);
  if (!found) return;
  const { rows, isExact } = found;
  if (rows.length === 0) {
    yield say(
      `**No**: no package of the manifests and lock files that the latest scan read has “${asText(query)}” in its name. *search for "${asText(query)}"* looks in the code.`,
    );
    return;
  }
  const head = isExact
    ? '**Yes**:'
    : `No package is called “${asText(query)}”. These have it in their names:`;
  yield say(`${head}\n\n${rows.slice(0, shown).map(packageLine).join('\n')}\n\n${rest(rows.length)}`);
  if (rows.some(isVulnerable)) yield say(`*Is ${asText(query)} vulnerable?* tells by what.`);
}

async function* brings(asked: Asked): Answer {
  const query = asked.request.query ?? '';
  const found = yield* packagesNamed(asked, query);
  if (!found) return;
  const { rows } = found;
  if (rows.length === 0) {
    yield say(`No package of the latest scan has “${asText(query)}” in its name.`);
    return;
  }
  const lines = rows.slice(0, shown).map((row) => {
    const own = `**${words(row.name, 100)}** ${words(row.version ?? '', 60)}`.trim();
    const at = fileLink(row.file, row.line, { whole: true });
    if (row.path.length > 1) return `- ${own}: ${words(wayText(row.path), 400)}, asked for in ${at}`;
    return row.direct === undefined
      ? `- ${own}: the files do not say who asks for it (${at})`
      : `- ${own}: the project itself asks for it in ${at}`;
  });
  yield say(`By the shortest ways:\n\n${lines.join('\n')}\n\n${rest(rows.length)}`);
}

async function* licence(asked: Asked): Answer {
  const { query } = asked.request;
  const found = query === undefined ? yield* allPackages(asked, {}) : yield* packagesNamed(asked, query);
  if (!found) return;
  const { rows } = found;
  if (rows.length === 0) {
    yield say('No package of the latest scan fits.');
    return;
  }
  if (query !== undefined) {
    const lines = rows.slice(0, shown).map((row) => `- ${nameOf(row)}: ${licencesOf(row)}`);
    yield say(`${lines.join('\n')}\n\n${rest(rows.length)}`);
    return;
  }
  const groups = [...grouped(rows, licencesOf)].sort(([, a], [, b]) => b.length - a.length);
  const lines = groups
    .slice(0, shown)
    .map(([licences, members]) => `- ${licences}: ${counted(members.length, 'package')}`);
  yield say(`Of ${least(found)}${counted(rows.length, 'package')}:\n\n${lines.join('\n')}`);
}

const licencesOf = ({ licenses = [] }: PackageRow): string =>
  licenses.length > 0 ? licenses.map((one) => words(one, 80)).join(', ') : 'not said by the files';

async function* packages(asked: Asked): Answer {
  yield say('Looking up the packages.\n\n');
  const found = yield* allPackages(asked, {});
  if (!found) return;
  const { rows } = found;
  if (rows.length === 0) {
    yield say(
      'The latest scan found no package: there is no manifest or lock file, or none was scanned yet.',
    );
    return;
  }
  const direct = rows.filter((row) => row.direct);
  const kinds = [...grouped(rows, ({ ecosystem }) => ecosystem)].map(
    ([ecosystem, members]) => `${members.length} ${ecosystem}`,
  );
  yield say(
    `${least(found)}${counted(rows.length, 'package')} (${listed(kinds, 'and')}), of which the project asks for ${direct.length}:\n\n${direct.slice(0, shown).map(packageLine).join('\n')}\n\n${rest(direct.length)}*Which dependencies are vulnerable?* lists their vulnerabilities.`,
  );
}

const nameOf = ({ name, version, requirement }: PackageRow): string =>
  `**${words(name, 100)}** ${words(version ?? requirement ?? '', 60)}`.trim();

function packageLine(row: PackageRow): string {
  const { ecosystem, scope, path, file, line, vulnerabilities } = row;
  const counts = Severity.options.flatMap((severity) => {
    const number = vulnerabilities[severity];
    return number === undefined ? [] : [`${number} ${inWords(severity)}`];
  });
  const notes = [
    inWords(scope),
    path.length > 1 ? `brought by ${words(wayText(path.slice(0, -1)), 200)}` : '',
    counts.length > 0 ? `vulnerabilities: ${listed(counts, 'and')}` : '',
  ].filter((note) => note !== '');
  return `- ${nameOf(row)} (${words(ecosystem, 40)}) in ${fileLink(file, line)}: ${notes.join(' · ')}`;
}

const isVulnerable = ({ vulnerabilities }: PackageRow): boolean => Object.keys(vulnerabilities).length > 0;

/** `1. **Critical** [title](…) in [package.json:4](…) · reached · fixed in 1.2.3 · by express` */
function linesOf(rows: readonly VulnerabilityRow[]): string {
  return rows
    .slice(0, shown)
    .map((row, index) => {
      const { severity, title, issueId, file, line, reachability, fixedVersion, direct, path } = row;
      const notes = [
        reachability === 'UNKNOWN' ? 'reachability unknown' : inWords(reachability),
        fixedVersion === undefined ? 'no fixed version known' : `fixed in ${words(fixedVersion, 60)}`,
        direct || path.length < 2 ? '' : `by ${words(path[0]?.name ?? '', 100)}`,
      ].filter((note) => note !== '');
      return `${index + 1}. **${titled(severity)}** ${issueLink(issueId, title)} in ${fileLink(file, line, { whole: true })} · ${notes.join(' · ')}`;
    })
    .join('\n');
}

const rest = (total: number): string =>
  total > shown ? `… and ${counted(total - shown, 'more', 'more')}; ask for one by its name.\n\n` : '';

interface Rows<T> {
  readonly rows: readonly T[];
  /** There are more than were asked for. */
  readonly isLeast: boolean;
}

const least = ({ isLeast }: Rows<unknown>): string => (isLeast ? 'at least ' : '');

async function vulnerabilitiesOf(
  asked: Asked,
  filter: object,
): Promise<Rows<VulnerabilityRow> | { readonly reason: string }> {
  const rows: VulnerabilityRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maximumPages; page++) {
    const input = { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const read = await call(asked, 'list_vulnerable_dependencies', input, VulnerabilityRows);
    if ('reason' in read) return { reason: prose(read.reason) };
    rows.push(...read.data.vulnerabilities);
    cursor = read.data.nextCursor;
    if (cursor === undefined) break;
  }
  return { rows, isLeast: cursor !== undefined };
}

/** Says why where it is undefined. */
async function* allPackages(
  asked: Asked,
  filter: object,
): AsyncGenerator<ReturnType<typeof say>, Rows<PackageRow> | undefined> {
  const rows: PackageRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maximumPages; page++) {
    const input = { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const read = await call(asked, 'list_dependencies', input, PackageRows);
    if ('reason' in read) {
      yield say(prose(read.reason));
      return undefined;
    }
    rows.push(...read.data.packages);
    cursor = read.data.nextCursor;
    if (cursor === undefined) break;
  }
  return { rows, isLeast: cursor !== undefined };
}

/** Those of the name, also without what stands before it (`@babel/core`, `org.slf4j:slf4j-api`); else those that have it in theirs. */
async function* packagesNamed(
  asked: Asked,
  query: string,
): AsyncGenerator<ReturnType<typeof say>, (Rows<PackageRow> & { isExact: boolean }) | undefined> {
  yield say(`Looking for ${asText(query)} among the packages.\n\n`);
  const found = yield* allPackages(asked, { query });
  if (!found) return undefined;
  const wanted = query.toLowerCase();
  const exact = found.rows.filter(({ name }) => {
    const known = name.toLowerCase();
    return known === wanted || known.endsWith(`/${wanted}`) || known.endsWith(`:${wanted}`);
  });
  return exact.length > 0
    ? { rows: exact, isLeast: found.isLeast, isExact: true }
    : { ...found, isExact: false };
}
