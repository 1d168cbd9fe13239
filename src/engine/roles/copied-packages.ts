/** Whole packages of others that were copied into a project, by what they bring along: a licence, a version of their own. */

/** What is a copy, by folder, with the file that shows it. */
export type CopiedPackages = ReadonlyMap<string, string>;

const licenceFile = /(?:^|\/)(?:licen[cs]e|copying)(?:[.-](?:txt|md|rst|mit|bsd|apache))?$/i;
const packageFile = /^(?<folder>.+)\/__init__\.py$/;
const versionFile = /^(?<folder>.+)\/_{0,2}version_{0,2}\.py$/;

const maximumFiles = 2_000;
const maximumLength = 100_000;

/**
 * Returns the folders that hold copies of others' packages.
 * @param hasManifest whether a folder is laid out by a manifest: what stands beside one is the project's own
 */
export function copiedPackages(
  paths: readonly string[],
  read: (path: string) => string | undefined,
  hasManifest: (folder: string) => boolean,
): CopiedPackages {
  return new Map([...byLicence(paths, read), ...byVersion(paths, read, hasManifest)]);
}

/** Licences that others' code may be copied under, as long as the copy keeps them. */
const permissive =
  /Permission is hereby granted, free of charge|Permission to use, copy, modify,? and(?:\/or)? distribute|Redistribution and use in source and binary forms/;
const copyright = /^[ \t]{0,8}(?:Copyright|\(c\)|©)[^\n]{1,200}$/gim;

/** Folders with a permissive licence that names others than the project's own licence does. */
function byLicence(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): readonly (readonly [string, string])[] {
  const licences = paths.filter((path) => licenceFile.test(path)).slice(0, maximumFiles);
  const own = licences.filter((path) => !path.includes('/'));
  const owners = new Set(own.flatMap((path) => holdersOf(textOf(path, read))));
  // A licence that names nobody does not say who the project's authors are.
  if (owners.size === 0) return [];
  return licences.flatMap((path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const text = textOf(path, read);
    const holders = holdersOf(text);
    const isOfOthers = holders.length > 0 && !holders.some((holder) => isSame(holder, owners));
    return folder !== '' && permissive.test(text) && isOfOthers ? [[folder, path] as const] : [];
  });
}

const textOf = (path: string, read: (path: string) => string | undefined): string =>
  (read(path) ?? '').slice(0, maximumLength);

/** The words of the names behind `Copyright`; nothing of those who wrote the licence, and of forms that nobody filled in. */
const holdersOf = (text: string): readonly string[] =>
  [...text.matchAll(copyright)]
    .filter(([line]) => !/[<[]|Free Software Foundation|licen[cs]e/i.test(line))
    .flatMap(([line]) => line.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [])
    .filter(
      (word) =>
        !/^(?:copyright|rights|reserved|present|contributors|authors?|project|team|foundation|corporation|company|limited|https?)$/.test(
          word,
        ),
    );

/** A company writes its name in several ways. */
const isSame = (holder: string, owners: ReadonlySet<string>): boolean =>
  [...owners].some((owner) => owner.includes(holder) || holder.includes(owner));

/** So many packages with versions of their own stand in one folder where it is one of bundled libraries. */
const fewestOfBundle = 3;
const version =
  /^(?:__version__|VERSION)\s{0,9}(?::\s{0,9}\w+\s{0,9})?=\s{0,9}(?:["'](?<literal>[^"'\n]{1,60})["'])?|^(?:from|import)\s[^\n]{1,200}\b__version__\b/m;

/** Packages of Python, in a folder of several that have versions of their own and no manifest; most of them make the folder one. */
function byVersion(
  paths: readonly string[],
  read: (path: string) => string | undefined,
  hasManifest: (folder: string) => boolean,
): readonly (readonly [string, string])[] {
  const packages = new Set(paths.flatMap((path) => packageFile.exec(path)?.groups?.['folder'] ?? []));
  const withVersion = new Map(
    paths.flatMap((path): readonly (readonly [string, string])[] => {
      const folder = versionFile.exec(path)?.groups?.['folder'];
      return folder !== undefined && packages.has(folder) ? [[folder, path]] : [];
    }),
  );
  const byParent = new Map<string, string[]>();
  for (const folder of packages) {
    const slash = folder.lastIndexOf('/');
    const parent = folder.slice(0, Math.max(0, slash));
    if (slash < 0 || packages.has(parent) || hasManifest(parent) || hasManifest(folder)) continue;
    byParent.set(parent, [...(byParent.get(parent) ?? []), folder]);
  }
  return [...byParent].flatMap(([parent, folders]) => {
    if (folders.length < fewestOfBundle) return [];
    const literals = new Set<string>();
    const versioned = folders
      .slice(0, maximumFiles)
      .flatMap((folder): readonly (readonly [string, string])[] => {
        const path = `${folder}/__init__.py`;
        const found = version.exec(textOf(path, read));
        if (found?.groups?.['literal'] !== undefined) literals.add(found.groups['literal']);
        const by = found ? path : withVersion.get(folder);
        return by === undefined ? [] : [[folder, by]];
      });
    // Packages of one release have one version.
    if (versioned.length < fewestOfBundle || literals.size < 2) return [];
    return 2 * versioned.length > folders.length
      ? [[parent, versioned[0]?.[1] ?? parent] as const]
      : versioned;
  });
}
