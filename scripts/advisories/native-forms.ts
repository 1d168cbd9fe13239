import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import {
  type Interval,
  inside,
  intervalsOf,
  outside,
} from '../../src/engine/dependencies/advisories/intervals.ts';
import { list, member, text, texts } from '../../src/engine/dependencies/advisories/json-values.ts';
import { type AdvisoryReading, readOsv } from '../../src/engine/dependencies/advisories/osv.ts';
import { rustSymbols } from '../../src/engine/dependencies/advisories/osv-symbols.ts';
import type { AffectedRange } from '../../src/engine/dependencies/advisory.ts';
import type { Ecosystem } from '../../src/engine/dependencies/package.ts';
import { compareVersions } from '../../src/engine/dependencies/versions/index.ts';
import { adviceOf, severityOfScore } from './record.ts';

/** What a file of a database says; empty where it is about no package of ours. */
export type FileReader = (content: string, file: string, source: string) => readonly AdvisoryReading[];

export const osvJson: FileReader = (content, _, source) => [readOsv(JSON.parse(content), source)];

export const osvYaml: FileReader = (content, _, source) => [readOsv(parseYaml(content), source)];

/** RustSec: TOML in front of Markdown. Notes that a crate is not maintained are no vulnerabilities. */
export const rustsec: FileReader = (content, _, source) => {
  const front = /^```toml\n(.*?)\n```/s.exec(content)?.[1];
  const record = parseToml(front ?? '');
  const advisory = member(record, 'advisory');
  const informational = text(member(advisory, 'informational'));
  if (informational !== undefined && informational !== 'unsound') return [];
  const versions = member(record, 'versions');
  const functions = member(member(record, 'affected'), 'functions');
  return [
    adviceOf(
      {
        ids: [member(advisory, 'id'), ...list(member(advisory, 'aliases'), 50)],
        ecosystem: 'crates.io',
        name: member(advisory, 'package'),
        ranges: rangesOutside('crates.io', member(versions, 'patched'), member(versions, 'unaffected')),
        symbols: rustSymbols(
          Object.keys(typeof functions === 'object' && functions !== null ? functions : {}),
        ),
        vectors: [member(advisory, 'cvss')],
        published: member(advisory, 'date'),
        withdrawn: member(advisory, 'withdrawn'),
      },
      source,
    ),
  ];
};

/** The Ruby Advisory Database. Records that only the closed OSVDB has an id for are left out: its licence is not free. */
export const rubysec: FileReader = (content, _, source) => {
  const record: unknown = parseYaml(content);
  const [cve, ghsa] = [text(member(record, 'cve')), text(member(record, 'ghsa'))];
  if (cve === undefined && ghsa === undefined)
    return [{ problems: ['A record without a CVE or GHSA id was left out.'] }];
  return [
    adviceOf(
      {
        ids: [...(cve === undefined ? [] : [`CVE-${cve}`]), ...(ghsa === undefined ? [] : [`GHSA-${ghsa}`])],
        ecosystem: 'RubyGems',
        name: member(record, 'gem'),
        ranges: rangesOutside(
          'RubyGems',
          member(record, 'patched_versions'),
          member(record, 'unaffected_versions'),
        ),
        severity: severityOfScore(
          member(record, 'cvss_v4') ?? member(record, 'cvss_v3') ?? member(record, 'cvss_v2'),
        ),
        published: member(record, 'date'),
      },
      source,
    ),
  ];
};

/** The PHP Security Advisories Database: branches with their comparisons; a branch without a time has no fix. */
export const friendsOfPhp: FileReader = (content, file, source) => {
  const record: unknown = parseYaml(content);
  const name = /^composer:\/\/(\S+)$/.exec(text(member(record, 'reference')) ?? '')?.[1];
  const ghsa = /GHSA(?:-[a-z\d]{4}){3}/.exec(text(member(record, 'link'), 1_000) ?? '')?.[0];
  const own = `FriendsOfPHP-${name?.split('/')[0]}-${path.basename(file, '.yaml')}`;
  const cve = text(member(record, 'cve'));
  const branches = Object.values(Object(member(record, 'branches')));
  const ranges = branches.map((branch): readonly AffectedRange[] | undefined => {
    const intervals = intervalsOf('Packagist', texts(member(branch, 'versions'), 20).join(','));
    const patched = (member(branch, 'time') === null ? [] : (intervals ?? [])).flatMap(
      ({ until }) => until ?? [],
    );
    return (
      intervals &&
      inside(
        'Packagist',
        intervals,
        patched.map((from): Interval => ({ from })),
      )
    );
  });
  return [
    adviceOf(
      {
        ids: [cve, ghsa, ...(cve === undefined && ghsa === undefined ? [own] : [])],
        ecosystem: 'Packagist',
        name,
        ranges: ranges.includes(undefined) ? undefined : ranges.flatMap((one) => one ?? []),
        published: branches.flatMap((branch) => text(member(branch, 'time'))?.slice(0, 10) ?? []).sort()[0],
      },
      source,
    ),
  ];
};

/** The Node.js Security Working Group's records of npm packages, none of them newer than 2021. */
export const nodeWorkingGroup: FileReader = (content, _, source) => {
  const record: unknown = JSON.parse(content);
  const affected = intervalsOf('npm', text(member(record, 'vulnerable_versions')) ?? '');
  const patched = intervalsOf('npm', text(member(record, 'patched_versions')) ?? '') ?? [];
  return [
    adviceOf(
      {
        ids: [...list(member(record, 'cves'), 50), `NSWG-ECO-${member(record, 'id')}`],
        ecosystem: 'npm',
        name: member(record, 'module_name'),
        // `<0.0.0` stands for none.
        ranges:
          affected &&
          inside(
            'npm',
            affected.map((interval) => endedBy(interval, patched)),
            patched.filter(({ from }) => from !== '0'),
          ),
        vectors: [member(record, 'cvss_vector')],
        severity: severityOfScore(member(record, 'cvss_score')),
        published: text(member(record, 'publish_date'))?.slice(0, 10),
        modified: text(member(record, 'updated_at'))?.slice(0, 10),
      },
      source,
    ),
  ];
};

/** Of ranges without an upper end the record says elsewhere where they end: in the first patched version above. */
function endedBy(interval: Interval, patched: readonly Interval[]): Interval {
  if ((interval.until ?? interval.last) !== undefined) return interval;
  const [until] = patched
    .map(({ from }) => from)
    .filter(
      (from) =>
        from !== '0' && (interval.from === '0' || (compareVersions('npm', from, interval.from) ?? 0) > 0),
    )
    .sort((a, b) => compareVersions('npm', a, b) ?? 0);
  return until === undefined ? interval : { ...interval, until };
}

/** Retire.js. What it knows of files is not taken; a component without the name of its npm package needs a GitHub id. */
export const retire: FileReader = (content, _, source) => {
  const components = Object.entries(Object(JSON.parse(content)));
  return components.flatMap(([key, component]) => {
    const name = text(member(component, 'npmname'));
    return list(member(component, 'vulnerabilities'), 1_000).flatMap((one): readonly AdvisoryReading[] => {
      const identifiers = member(one, 'identifiers');
      const ghsa = text(member(identifiers, 'githubID'));
      if ((name === undefined && ghsa === undefined) || member(one, 'excludes') !== undefined) return [];
      const [from, until] = [text(member(one, 'atOrAbove')), text(member(one, 'below'))];
      const requirement = [from && `>=${from}`, until && `<${until}`].filter(
        (clause) => clause !== undefined,
      );
      const intervals = until === undefined ? undefined : intervalsOf('npm', requirement.join(' '));
      const patched: readonly Interval[] =
        intervals?.flatMap((each) => (each.until === undefined ? [] : [{ from: each.until }])) ?? [];
      const cves = texts(member(identifiers, 'CVE'), 50);
      return [
        adviceOf(
          {
            ids: [...cves, ghsa],
            ecosystem: 'npm',
            name: name ?? key,
            ranges: intervals && inside('npm', intervals, patched),
            cwes: list(member(one, 'cwe'), 50),
            severity: member(one, 'severity'),
          },
          source,
        ),
      ];
    });
  });
};

function rangesOutside(
  ecosystem: Ecosystem,
  patched: unknown,
  unaffected: unknown,
): readonly AffectedRange[] | undefined {
  const read = (value: unknown): readonly Interval[] | undefined => {
    const found = texts(value, 200).map((requirement) => intervalsOf(ecosystem, requirement));
    return found.includes(undefined) ? undefined : found.flatMap((one) => one ?? []);
  };
  const [fixing, other] = [read(patched), read(unaffected)];
  return fixing && other && outside(ecosystem, fixing, other);
}
