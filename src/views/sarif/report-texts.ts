import { createHash } from 'node:crypto';
import { blobIdOf } from '../../api/blob-id.ts';
import { type FileOfFolder, resolveArtifact, type Workspace } from '../../workspace/sarif/artifact-uri.ts';
import type { ArtifactLocation } from '../../workspace/sarif/log-schema.ts';
import type { Log, Run } from '../../workspace/sarif/read-log.ts';

/** A file that a report names, as the workspace has it. */
export interface FoundFile {
  /** As the store has them: the workspace folder, and the path in the folder's repository. */
  readonly folder: string;
  readonly file: string;
  readonly folderPath: FileOfFolder;
  /** Milliseconds since 1970; undefined where there is no such file. */
  readonly modifiedAt: number | undefined;
}

export interface PresentFile {
  readonly content: Uint8Array;
}

export interface ReportFiles {
  /** The first of these that there is, else the first; `outside` where a link leads out of the workspace. */
  find(files: readonly [FileOfFolder, ...FileOfFolder[]]): Promise<FoundFile | 'outside'>;
  /** Undefined when it cannot be read or is too large. */
  read(file: FoundFile): Promise<PresentFile | undefined>;
  /** The file in a commit, where that is to be had. */
  committed(file: FoundFile, commit: string): Promise<Uint8Array | undefined>;
}

export interface ReportSource extends Workspace {
  /** When the report was written, in milliseconds since 1970. */
  readonly writtenAt: number;
}

export type Where =
  | { readonly kind: 'found'; readonly file: FoundFile }
  | { readonly kind: 'outside'; readonly uri: string }
  | { readonly kind: 'nowhere' };

export interface Texts {
  /** What was scanned, or may be taken to have been; undefined where nobody knows. */
  readonly scanned: string | undefined;
  readonly present: string | undefined;
  readonly blobId: string | undefined;
}

/** Files whose texts are kept at hand. */
const textsKept = 64;
/** Milliseconds by which a file may be newer than a report that the same run wrote. */
const sameRunMs = 2_000;

/** The files that a report names, looked up in the workspace, with what they are and were. */
export class ReportTexts {
  readonly #log: Log;
  readonly #source: ReportSource;
  readonly #files: ReportFiles;
  readonly #found = new Map<string, Promise<Where>>();
  readonly #texts = new Map<string, Promise<Texts>>();

  constructor(log: Log, source: ReportSource, files: ReportFiles) {
    this.#log = log;
    this.#source = source;
    this.#files = files;
  }

  where(location: ArtifactLocation | undefined, run: Run): Promise<Where> {
    const key = JSON.stringify([this.#log.runs.indexOf(run), location]);
    const known = this.#found.get(key);
    if (known) return known;
    const target = resolveArtifact(location, run, this.#source);
    const where = (async (): Promise<Where> => {
      if (target.kind === 'outside') return target;
      if (target.kind === 'none') return { kind: 'nowhere' };
      const file = await this.#files.find(target.files);
      return file === 'outside' ? { kind: 'outside', uri: target.files[0].file } : { kind: 'found', file };
    })();
    this.#found.set(key, where);
    return where;
  }

  textsOf(file: FoundFile, location: ArtifactLocation | undefined, run: Run): Promise<Texts> {
    const key = `${this.#log.runs.indexOf(run)}\n${file.folder}\n${file.file}`;
    const known = this.#texts.get(key);
    if (known) return known;
    const texts = this.#read(file, location, run);
    this.#texts.set(key, texts);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= textsKept) break;
      this.#texts.delete(oldest);
    }
    return texts;
  }

  async #read(file: FoundFile, location: ArtifactLocation | undefined, run: Run): Promise<Texts> {
    const content = (await this.#files.read(file))?.content;
    const present = content && decode(content);
    const artifact = artifactOf(location, run);
    const embedded = artifact?.contents?.text;
    if (embedded !== undefined)
      return { scanned: embedded, present, blobId: blobIdOf(Buffer.from(embedded)) };
    const commit = commitOf(run);
    const committed = commit === undefined ? undefined : await this.#files.committed(file, commit);
    if (committed) return { scanned: decode(committed), present, blobId: blobIdOf(committed) };
    if (!content || !this.#isAsScanned(content, file, artifact?.hashes))
      return { scanned: undefined, present, blobId: undefined };
    return { scanned: present, present, blobId: blobIdOf(content) };
  }

  /** Whether a file may be taken for what was scanned: by its hash, else because it is older than the report. */
  #isAsScanned(
    content: Uint8Array,
    { modifiedAt }: FoundFile,
    hashes: Readonly<Record<string, string>> | undefined,
  ): boolean {
    for (const [name, algorithm] of [
      ['sha-256', 'sha256'],
      ['sha-1', 'sha1'],
    ] as const) {
      const hash = hashes?.[name];
      if (hash !== undefined)
        return createHash(algorithm).update(content).digest('hex') === hash.toLowerCase();
    }
    return modifiedAt !== undefined && modifiedAt <= this.#source.writtenAt + sameRunMs;
  }
}

function artifactOf(location: ArtifactLocation | undefined, { artifacts }: Run) {
  if (location?.index !== undefined) return artifacts[location.index];
  return location?.uri === undefined
    ? undefined
    : artifacts.find(
        (one) => one.location?.uri === location.uri && one.location?.uriBaseId === location.uriBaseId,
      );
}

/** The commit that a run was of. */
export function commitOf({ provenance }: Run): string | undefined {
  return provenance
    .map(({ revisionId }) => revisionId)
    .find((id) => id !== undefined && /^[0-9a-f]{40}$/.test(id));
}

function decode(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}
