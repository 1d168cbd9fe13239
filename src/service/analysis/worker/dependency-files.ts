import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { blobIdOf } from '../../../api/blob-id.ts';
import { openSnapshot } from '../../../engine/dependencies/advisories/snapshot-reader.ts';
import type { AdvisorySource } from '../../../engine/dependencies/advisory.ts';
import { type DependencyReport, examineDependencies } from '../../../engine/dependencies/examine.ts';
import type { ProjectFiles } from '../../../engine/dependencies/package.ts';
import { decode } from '../../../engine/files/decode.ts';
import type { Finding, Skip } from '../../../engine/finding.ts';
import { readWhole } from '../files/read.ts';
import { Cancelled, type Desk } from './desk.ts';
import type { RequestOf } from './protocol.ts';

/** Lock files are larger than sources: of the largest monorepos some ten megabytes. */
const manifestBytes = 64 * 1024 * 1024;

/** Reads manifests and lock files and matches them with advisories; says with every file that it gets on. @throws Cancelled */
export async function examineManifests(
  { files, snapshots, texts = {}, ...choices }: RequestOf<'dependencies'>,
  desk: Desk,
): Promise<DependencyReport> {
  const { sources, skips } = await openSnapshots(snapshots);
  try {
    const report = examineDependencies(filesOf(files, desk, texts), sources, choices);
    const blobIds = new Map<string, string | undefined>();
    const blobIdIn = (file: string): string | undefined => {
      if (!blobIds.has(file)) blobIds.set(file, blobIdOfFile(desk.setup.root, file, texts));
      return blobIds.get(file);
    };
    const withBlobId = <F extends Finding>(finding: F): F => {
      const blobId = blobIdIn(finding.file);
      return blobId === undefined ? finding : { ...finding, blobId };
    };
    const vulnerabilities = report.vulnerabilities.map(({ finding, ...rest }) => ({
      ...rest,
      finding: withBlobId(finding),
    }));
    return {
      ...report,
      vulnerabilities,
      supplyChain: report.supplyChain.map(withBlobId),
      licenses: report.licenses.map(withBlobId),
      skips: [...skips, ...report.skips],
    };
  } finally {
    desk.at(-1);
  }
}

/** The files of a folder as the engine reads them: bounded, without links, and with a sign of life for each. */
export function filesOf(
  files: readonly string[],
  desk: Desk,
  texts: Readonly<Record<string, string>>,
): ProjectFiles {
  const at = new Map(files.map((file, index) => [file, index]));
  return {
    paths: files,
    read: (file) => {
      const index = at.get(file);
      if (index === undefined) return undefined;
      if (desk.isCancelled) throw new Cancelled();
      desk.at(index);
      desk.beat();
      return Object.hasOwn(texts, file) ? texts[file] : textOf(desk.setup.root, file);
    },
  };
}

/** The advisories of snapshots; one that cannot be read is a skip, and the others hold. */
export async function openSnapshots(
  snapshots: RequestOf<'dependencies'>['snapshots'],
): Promise<{ readonly sources: readonly AdvisorySource[]; readonly skips: readonly Skip[] }> {
  const sources: AdvisorySource[] = [];
  const skips: Skip[] = [];
  for (const { name, path } of snapshots) {
    try {
      const decompress = (section: Uint8Array, limit: number) =>
        brotliDecompressSync(section, { maxOutputLength: limit });
      sources.push(openSnapshot(await readFile(path), name, decompress));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'It cannot be read.';
      skips.push({
        file: '.',
        reason: 'unreadable',
        detail: `No advisories of ${name} were matched: ${reason}`,
        partial: true,
      });
    }
  }
  return { sources, skips };
}

function blobIdOfFile(
  root: string,
  file: string,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  if (Object.hasOwn(texts, file)) return blobIdOf(Buffer.from(texts[file] ?? ''));
  const found = readWhole(root, file, manifestBytes);
  return found && blobIdOf(found);
}

function textOf(root: string, file: string): string | undefined {
  const found = readWhole(root, file, manifestBytes);
  if (!found) return undefined;
  const decoded = decode(found);
  return decoded.kind === 'text' ? decoded.text : undefined;
}
