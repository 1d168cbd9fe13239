import { blobIdOf } from '../../../api/blob-id.ts';
import type { Finding, Skip } from '../../../engine/finding.ts';
import { examineInfrastructure, isInfrastructure } from '../../../engine/infrastructure/index.ts';
import { readSource } from '../files/read.ts';
import { Cancelled, type Desk } from './desk.ts';
import type { AnswerTo, RequestOf } from './protocol.ts';

/** Examines the files of infrastructure of a folder; says with every file that it gets on. @throws Cancelled */
export async function examineInfrastructureFiles(
  { files, texts = {} }: RequestOf<'infrastructure'>,
  desk: Desk,
): Promise<AnswerTo<'infrastructure'>> {
  const findings: Finding[] = [];
  const skips: Skip[] = [];
  const listed = new Set(files);
  const given = (path: string): string | undefined => (Object.hasOwn(texts, path) ? texts[path] : undefined);
  const read = (path: string): string | undefined =>
    listed.has(path) ? (given(path) ?? desk.text(path)) : undefined;
  for (const [index, path] of files.entries()) {
    if (!isInfrastructure(path)) continue;
    desk.at(index);
    desk.beat();
    if (desk.isCancelled) throw new Cancelled();
    const text = given(path);
    const { file, blobId } =
      text === undefined
        ? readSource(desk.setup.root, path, desk.setup.fileBytes)
        : { file: { path, text }, blobId: blobIdOf(Buffer.from(text)) };
    if (!file) continue;
    const examined = examineInfrastructure(file, { paths: files, read });
    for (const finding of examined.findings)
      findings.push(blobId === undefined ? finding : { ...finding, blobId });
    skips.push(...examined.skips);
  }
  desk.at(-1);
  return { findings, skips };
}
