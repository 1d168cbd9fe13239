import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { openSnapshot } from '../../../engine/dependencies/advisories/snapshot-reader.ts';
import type { AdvisorySource } from '../../../engine/dependencies/advisory.ts';
import { type DependencyReport, examineDependencies } from '../../../engine/dependencies/examine.ts';
import { decode } from '../../../engine/files/decode.ts';
import type { Skip } from '../../../engine/finding.ts';
import { readHead } from '../files/read.ts';
import { Cancelled, type Desk } from './desk.ts';
import type { RequestOf } from './protocol.ts';

/** Lock files are larger than sources: of the largest monorepos some ten megabytes. */
const manifestBytes = 64 * 1024 * 1024;

/** Reads manifests and lock files and matches them with advisories; says with every file that it gets on. @throws Cancelled */
export async function examineManifests(
  { files, snapshots }: RequestOf<'dependencies'>,
  desk: Desk,
): Promise<DependencyReport> {
  const sources: AdvisorySource[] = [];
  const skips: Skip[] = [];
  for (const snapshot of snapshots) {
    try {
      sources.push(await opened(snapshot));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'It cannot be read.';
      skips.push({
        file: '.',
        reason: 'unreadable',
        detail: `No advisories of ${snapshot.name} were matched: ${reason}`,
        partial: true,
      });
    }
  }
  const at = new Map(files.map((file, index) => [file, index]));
  try {
    const report = examineDependencies(
      {
        paths: files,
        read: (file) => {
          const index = at.get(file);
          if (index === undefined) return undefined;
          if (desk.isCancelled) throw new Cancelled();
          desk.at(index);
          desk.beat();
          return textOf(desk.setup.root, file);
        },
      },
      sources,
    );
    return { ...report, skips: [...skips, ...report.skips] };
  } finally {
    desk.at(-1);
  }
}

async function opened({
  name,
  path,
}: RequestOf<'dependencies'>['snapshots'][number]): Promise<AdvisorySource> {
  return openSnapshot(await readFile(path), name, (section, limit) =>
    brotliDecompressSync(section, { maxOutputLength: limit }),
  );
}

function textOf(root: string, file: string): string | undefined {
  const found = readHead(root, file, manifestBytes);
  if (!found || found.size > found.bytes.length) return undefined;
  const decoded = decode(found.bytes);
  return decoded.kind === 'text' ? decoded.text : undefined;
}
