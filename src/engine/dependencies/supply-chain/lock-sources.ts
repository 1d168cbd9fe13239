import { isPlainRemote } from '../../ai-inventory/networks.ts';
import { grouped } from '../../grouped.ts';
import { baseOf, folderOf } from '../formats/paths.ts';
import type { ManifestReading, PackageEntry, ProjectFiles } from '../package.ts';
import { hostOf, type NpmSettings, npmSettings } from './npm-settings.ts';
import { amongNames, type Risk, type SupplyChainRule } from './risk.ts';

/** A lock file that was edited by hand, or by an attacker: it sends the package manager elsewhere than the registry. */

const otherPackage: SupplyChainRule = {
  id: 'lockfile-tampering/other-package',
  title: 'Lock file entry that fetches another package',
  cwes: ['CWE-345', 'CWE-506'],
  score: 80,
  confidence: 85,
  remediation: 'Restore the entry from the history, or delete it and lock anew. Find out who changed it.',
};

const otherHost: SupplyChainRule = {
  id: 'lockfile-tampering/other-host',
  title: 'Package locked to a host that no setting names',
  cwes: ['CWE-345', 'CWE-829'],
  score: 50,
  confidence: 65,
  remediation:
    'Lock these packages anew from the registry. If the host is yours, name it in `.npmrc` of the repository.',
};

const plainHttp: SupplyChainRule = {
  id: 'lockfile-tampering/plain-http',
  title: 'Package locked to plain HTTP without a checksum',
  cwes: ['CWE-319', 'CWE-494'],
  score: 55,
  confidence: 90,
  remediation: 'Lock these packages anew from an address with https.',
};

const noChecksum: SupplyChainRule = {
  id: 'lockfile-tampering/no-checksum',
  title: 'Package locked without a checksum',
  cwes: ['CWE-353', 'CWE-494'],
  score: 35,
  confidence: 70,
  remediation:
    'Delete these entries and lock them anew, so that the lock file has a checksum of each package.',
};

const unscopedPrivate: SupplyChainRule = {
  id: 'dependency-confusion/unscoped-private',
  title: 'Private package that the public registry could serve',
  cwes: ['CWE-427', 'CWE-1357'],
  score: 60,
  confidence: 65,
  remediation:
    'Give the package a scope that `.npmrc` maps to the private registry, or name the private registry as the default one.',
};

export const lockSourceRules = [otherPackage, otherHost, plainHttp, noChecksum, unscopedPrivate];

/** Registries of everybody's packages: yarn's is another name for npm's. */
const publicHosts: ReadonlySet<string> = new Set(['registry.npmjs.org', 'registry.yarnpkg.com']);
/** Packages of one host, and their share of the lock file, up to which the host is the exception. */
const fewPackages = 5;
const smallShare = 0.05;
/** Packages below which a lock file says nothing of what is usual. */
const fewest = 10;

/** Returns what is odd in the addresses and checksums of a lock file. */
export function lockSourceRisks(reading: ManifestReading, files: ProjectFiles): Risk[] {
  if (reading.kind !== 'lock') return [];
  const entries = reading.packages.filter(({ origin }) => origin === 'registry');
  const npm = entries.filter(({ ecosystem }) => ecosystem === 'npm');
  return [
    ...npm.flatMap((entry) => ofOtherPackage(entry, reading.file)),
    ...ofHosts(npm, reading.file, npmSettings(folderOf(reading.file), files)),
    ...ofPlainHttp(npm, reading.file),
    ...ofChecksums(entries, reading.file),
  ];
}

/** `https://registry/@scope/name/-/name-1.0.0.tgz`, as npm and its proxies have it. */
const tarball = /^https?:\/\/[^/]+\/(.{1,400})\/-\/(.{1,400})\.tgz(?:[?#].*)?$/;

function ofOtherPackage({ name, version, resolved, ecosystem, range }: PackageEntry, file: string): Risk[] {
  const [, path, archive] = tarball.exec(resolved ?? '') ?? [];
  if (path === undefined || archive === undefined) return [];
  const fetched = `/${path.replace(/%2f/gi, '/').replace(/%40/g, '@')}`;
  const base = baseOf(name);
  const archived = baseOf(archive.replace(/%2f/gi, '/'));
  const isOther = !fetched.endsWith(`/${name}`);
  const isOtherVersion =
    version !== undefined && archived.startsWith(`${base}-`) && archived !== `${base}-${version}`;
  if (!isOther && !isOtherVersion) return [];
  const message = isOther
    ? `The entry of \`${name}\` fetches \`${fetched.slice(1).slice(-200)}\`, which is another package.`
    : `The entry of \`${name}\` ${version} fetches \`${archived.slice(0, 200)}.tgz\`, which is another version.`;
  return [{ rule: otherPackage, ecosystem, file, range, message, subject: `${name} ${fetched}` }];
}

function ofHosts(entries: readonly PackageEntry[], file: string, settings: NpmSettings): Risk[] {
  if (settings.isOpen) return [];
  const fetched = entries.flatMap((entry) => {
    const host = entry.resolved === undefined ? undefined : hostOf(entry.resolved);
    return host === undefined ? [] : [{ entry, host: publicHosts.has(host) ? 'public' : host }];
  });
  const byHost = grouped(fetched, ({ host }) => host);
  const publicCount = byHost.get('public')?.length ?? 0;
  return [...byHost].flatMap(([host, group]): Risk[] => {
    if (host === 'public' || settings.hosts.has(host)) return [];
    const isScoped = [...settings.scopes.values()].some((hosts) => hosts.has(host));
    const strangers = group
      .map(({ entry }) => entry)
      .filter(({ name }) => !settings.scopes.get(name.slice(0, name.indexOf('/')))?.has(host));
    const [first] = strangers;
    if (!first) return [];
    const place = { ecosystem: first.ecosystem, file, range: first.range, subject: host };
    const names = amongNames(strangers.map(({ name }) => name));
    if (isScoped && publicCount > 0 && !first.name.startsWith('@'))
      return [
        {
          ...place,
          rule: unscopedPrivate,
          message: `${names} came from \`${host}\`, which the settings map to a scope only. The next install asks the public registry for the name, which anybody may have taken there.`,
        },
      ];
    const isException = group.length <= fewPackages && group.length <= fetched.length * smallShare;
    if (!isException || fetched.length < fewest) return [];
    const message = `${names} would be fetched from \`${host}\`, and the other packages from elsewhere. No setting of the repository names this host.`;
    return [{ ...place, rule: otherHost, message }];
  });
}

function ofPlainHttp(entries: readonly PackageEntry[], file: string): Risk[] {
  const plain = entries.filter(
    ({ resolved = '', hasChecksum }) => hasChecksum === false && isPlainRemote(resolved),
  );
  const [first] = plain;
  if (!first) return [];
  const message = `${amongNames(plain.map(({ name }) => name))}: whoever sits between you and the server can answer with other code.`;
  return [
    { rule: plainHttp, ecosystem: first.ecosystem, file, range: first.range, message, subject: 'plain http' },
  ];
}

/** A few entries without a checksum among others that have one. */
function ofChecksums(entries: readonly PackageEntry[], file: string): Risk[] {
  const told = entries.filter(({ hasChecksum }) => hasChecksum !== undefined);
  const without = told.filter(
    ({ hasChecksum, resolved = '' }) => hasChecksum === false && !resolved.startsWith('http:'),
  );
  const [first] = without;
  if (!first || told.length < fewest || without.length > told.length * smallShare) return [];
  const message = `${amongNames(without.map(({ name }) => name))} may be replaced unseen: the other packages of the lock file have a checksum, and ${without.length === 1 ? 'this one has' : 'these have'} none.`;
  return [
    { rule: noChecksum, ecosystem: first.ecosystem, file, range: first.range, message, subject: 'checksum' },
  ];
}
