import { open } from 'node:fs/promises';
import { maximumVexText } from '../api/contract/dependencies.ts';
import type { GivenStatement, VexDocument, VexVerdict } from '../api/vex/given.ts';
import { VexIndex } from '../api/vex/match.ts';
import { readVex } from '../api/vex/read-vex.ts';
import { packageUrl } from '../engine/dependencies/purl.ts';
import { isInRange } from '../engine/dependencies/versions/vers.ts';
import type { FoundVulnerability } from '../engine/dependencies/vulnerabilities.ts';
import { harmless, shorten } from './terminal.ts';

/** A vulnerability that a VEX document puts aside. */
export interface PutAside {
  readonly found: FoundVulnerability;
  readonly author: string;
  readonly given: GivenStatement;
}

const puttingAside: readonly VexVerdict[] = ['not_affected', 'false_positive', 'accepted'];

/** @throws Error that names the file which cannot be read, or is no VEX document */
export async function readVexFiles(files: readonly string[]): Promise<readonly VexDocument[]> {
  return await Promise.all(
    files.map(async (file) => {
      try {
        return readVex(await textOf(file));
      } catch (error) {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  );
}

/** Not more of the file than a document may have, in bytes of the longest characters. */
async function textOf(file: string): Promise<string> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  if (size > 3 * maximumVexText) throw new SyntaxError('The file is too large for a VEX document.');
  return await handle.readFile('utf8');
}

/** What the documents put aside, and what not: of several documents the first that says something of a vulnerability holds. */
export function judgedBy(
  documents: readonly VexDocument[],
  vulnerabilities: readonly FoundVulnerability[],
  product: string,
  complain: (message: string) => void,
): { readonly open: readonly FoundVulnerability[]; readonly putAside: readonly PutAside[] } {
  const indexes = documents.map((document) => ({
    document,
    index: new VexIndex(document, product, isInRange),
  }));
  const open: FoundVulnerability[] = [];
  const putAside: PutAside[] = [];
  for (const found of vulnerabilities) {
    const { ecosystem, name, version, otherVersions, advisory } = found.finding.dependency;
    const target = {
      purl: packageUrl(ecosystem, name, version).purl ?? '',
      versions: [version, ...otherVersions],
      names: [advisory.id, ...advisory.aliases],
    };
    const [said] = indexes.flatMap(({ document, index }) => {
      const given = index.find(target);
      return given ? [{ found, author: document.author, given }] : [];
    });
    if (said && puttingAside.includes(said.given.verdict)) putAside.push(said);
    else open.push(found);
  }
  for (const { document, index } of indexes) {
    if (index.unmatched > 0)
      complain(`${index.unmatched} statements of ${document.author} are about nothing that was found.`);
    if (document.unread > 0)
      complain(`${document.unread} statements of ${document.author} could not be read.`);
  }
  return { open, putAside };
}

/** What was put aside, below the vulnerabilities. */
export function putAsideList(putAside: readonly PutAside[]): string {
  if (putAside.length === 0) return '';
  const lines = putAside.map(({ found: { finding }, author, given }) => {
    const { name, version, advisory } = finding.dependency;
    const what = `${advisory.id} in ${name} ${version}: ${given.verdict.replaceAll('_', ' ')}, says ${author}`;
    return `${harmless(shorten(what, 200))}\n`;
  });
  return `\nPut aside by VEX:\n${lines.join('')}`;
}
