import { TextDecoder } from 'node:util';
import { JsonError, type JsonPath, JsonPicker, type Picked } from './json-picker.ts';
import { Artifact, Provenance, Result, Rule, Text, ThreadFlowLocation, UriBaseIds } from './log-schema.ts';

/** The tool of a run, or an extension of it. */
export interface Component {
  name: string | undefined;
  version: string | undefined;
  readonly rules: Rule[];
}

/** What is kept of a run. */
export interface Run {
  readonly driver: Component;
  readonly extensions: Component[];
  readonly results: Result[];
  readonly artifacts: Artifact[];
  readonly threadFlowLocations: ThreadFlowLocation[];
  uriBaseIds: UriBaseIds;
  provenance: readonly { readonly revisionId?: string | undefined }[];
  /** Whether columns count UTF-16 code units; code points otherwise. */
  isUtf16: boolean;
  /** Whether parts of it lie in files of their own. */
  isSplit: boolean;
}

export interface Log {
  readonly runs: readonly Run[];
  /** Results that the file has. */
  readonly resultCount: number;
  /** Results that are kept without their flows, because together they would take too much memory. */
  readonly withoutFlows: number;
  /** Why the file was not read to its end, where that is so; what came before is kept. */
  readonly fault: string | undefined;
}

export interface ReadOptions {
  /** Results that are kept. */
  readonly limit?: number;
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Results of one file that are shown; the rest is counted. */
export const mostResults = 25_000;
const mostRuns = 200;
const mostRules = 20_000;
const mostArtifacts = 100_000;
const mostSharedSteps = 100_000;
/** Characters of embedded files, together. */
const mostEmbedded = 64_000_000;
/** Steps of flows, together. */
const mostFlowSteps = 300_000;

/** Why a file is no report that can be shown. */
export class NoReport extends Error {
  override readonly name = 'NoReport';
  /** The version of SARIF that it claims, where that is another one. */
  readonly version: string | undefined;

  constructor(message: string, version?: string) {
    super(message);
    this.version = version;
  }
}

/**
 * Reads a SARIF 2.1.0 log as it comes, in memory that is bounded by what is kept and not by its size.
 * @throws NoReport when nothing of it is SARIF; AbortError when cancelled
 */
export async function readLog(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { limit = mostResults, onProgress, signal }: ReadOptions = {},
): Promise<Log> {
  const reading = new Reading(limit);
  const picker = new JsonPicker({
    pick: (path) => reading.pick(path),
    take: (path, value) => reading.take(path, value),
  });
  let bytes = 0;
  let fault: string | undefined;
  try {
    for await (const chunk of inUtf8(chunks)) {
      signal?.throwIfAborted();
      picker.write(chunk);
      bytes += chunk.byteLength;
      onProgress?.(bytes);
    }
    picker.end();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    fault = error.message;
  }
  return reading.log(fault);
}

/** Windows tools also write UTF-16. */
async function* inUtf8(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    if (isFirst && chunk.byteLength > 0) {
      isFirst = false;
      if (chunk[0] === 0xff && chunk[1] === 0xfe) decoder = new TextDecoder('utf-16le');
      else if (chunk[0] === 0xfe && chunk[1] === 0xff) decoder = new TextDecoder('utf-16be');
    }
    yield decoder ? encoder.encode(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

/** What was read so far. */
class Reading {
  readonly #limit: number;
  readonly #runs: Run[] = [];
  #version: string | undefined;
  #count = 0;
  #kept = 0;
  #embedded = 0;
  #flowSteps = 0;
  #withoutFlows = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  pick(path: JsonPath): Picked {
    const [top, run, part, first] = path;
    if (path.length === 0) return 'enter';
    if (top === 'version') return 'build';
    if (top !== 'runs' || (typeof run === 'number' && run >= mostRuns)) return 'skip';
    if (part === undefined) return 'enter';
    switch (part) {
      case 'results':
        return first === undefined ? 'enter' : this.#pickResult();
      case 'artifacts':
        return first === undefined ? 'enter' : below(first, mostArtifacts);
      case 'threadFlowLocations':
        return first === undefined ? 'enter' : below(first, mostSharedSteps);
      case 'tool':
        return pickTool(path.slice(first === 'driver' ? 4 : 5), first);
      case 'originalUriBaseIds':
      case 'columnKind':
      case 'versionControlProvenance':
        return 'build';
      case 'externalPropertyFileReferences':
        return 'build';
      default:
        return 'skip';
    }
  }

  take(path: JsonPath, value: unknown): void {
    const [top, index, part, first, second, third] = path;
    if (top === 'version') {
      this.#version = Text.parse(value);
      return;
    }
    if (typeof index !== 'number') return;
    const run = this.#run(index);
    switch (part) {
      case 'results':
        run.results.push(this.#bounded(Result.parse(value)));
        return;
      case 'artifacts':
        run.artifacts.push(this.#boundedArtifact(Artifact.parse(value)));
        return;
      case 'threadFlowLocations':
        run.threadFlowLocations.push(ThreadFlowLocation.parse(value));
        return;
      case 'originalUriBaseIds':
        run.uriBaseIds = UriBaseIds.parse(value);
        return;
      case 'columnKind':
        run.isUtf16 = value === 'utf16CodeUnits';
        return;
      case 'versionControlProvenance':
        run.provenance = Provenance.parse(value);
        return;
      case 'externalPropertyFileReferences':
        run.isSplit = true;
        return;
      case 'tool':
        if (first === 'driver') return takeTool(run.driver, second, value);
        if (typeof second === 'number') return takeTool(extension(run, second), third, value);
    }
  }

  /** @throws NoReport */
  log(fault: string | undefined): Log {
    const isSarif = this.#version?.startsWith('2.') === true || this.#runs.length > 0;
    if (this.#version !== undefined && !this.#version.startsWith('2.'))
      throw new NoReport(`SARIF ${this.#version}`, this.#version);
    if (!isSarif) throw new NoReport(fault ?? 'It has neither a version nor runs.');
    return {
      runs: this.#runs,
      resultCount: this.#count,
      withoutFlows: this.#withoutFlows,
      fault,
    };
  }

  #pickResult(): Picked {
    this.#count += 1;
    if (this.#kept >= this.#limit) return 'skip';
    this.#kept += 1;
    return 'build';
  }

  #run(index: number): Run {
    while (this.#runs.length <= index) this.#runs.push(emptyRun());
    return this.#runs[index] ?? emptyRun();
  }

  #bounded(result: Result): Result {
    const steps = result.codeFlows.reduce(
      (sum, { threadFlows }) =>
        sum + threadFlows.reduce((inner, { locations }) => inner + locations.length, 0),
      0,
    );
    if (steps === 0) return result;
    if (this.#flowSteps + steps > mostFlowSteps) {
      this.#withoutFlows += 1;
      return { ...result, codeFlows: [] };
    }
    this.#flowSteps += steps;
    return result;
  }

  #boundedArtifact(artifact: Artifact): Artifact {
    this.#embedded += artifact.contents?.text?.length ?? 0;
    return this.#embedded > mostEmbedded ? { ...artifact, contents: undefined } : artifact;
  }
}

function emptyRun(): Run {
  return {
    driver: emptyComponent(),
    extensions: [],
    results: [],
    artifacts: [],
    threadFlowLocations: [],
    uriBaseIds: new Map(),
    provenance: [],
    isUtf16: false,
    isSplit: false,
  };
}

function emptyComponent(): Component {
  return { name: undefined, version: undefined, rules: [] };
}

function extension(run: Run, index: number): Component {
  while (run.extensions.length <= index) run.extensions.push(emptyComponent());
  return run.extensions[index] ?? emptyComponent();
}

function below(index: string | number, most: number): Picked {
  return typeof index === 'number' && index < most ? 'build' : 'skip';
}

/** @param rest the path below the component: nothing yet, a field, or an index of a list */
function pickTool(rest: JsonPath, kind: string | number | undefined): Picked {
  const [field, index] = rest;
  if (kind !== undefined && kind !== 'driver' && kind !== 'extensions') return 'skip';
  if (field === undefined) return 'enter';
  if (field === 'rules') return index === undefined ? 'enter' : below(index, mostRules);
  return field === 'name' || field === 'version' || field === 'semanticVersion' ? 'build' : 'skip';
}

function takeTool(component: Component, field: string | number | undefined, value: unknown): void {
  if (field === 'rules') component.rules.push(Rule.parse(value));
  else if (field === 'name') component.name = Text.parse(value);
  else component.version ??= Text.parse(value);
}
