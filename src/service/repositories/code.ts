import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { maximumReadLines } from '../../api/contract/repositories/code.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import type { Caller, Core } from '../core/context.ts';
import { impossible, Refusal } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { isGitOwn, isInside, within } from '../core/repository-path.ts';
import type { RepositoryTable } from '../store/tables/organization-tables.ts';
import { repositoryOf } from './repositories.ts';
import { type CodeAccess, openCode, type RepositoryCode } from './repository-code.ts';

type Operations = typeof contract.code;
type Inspecting = Core & CodeAccess & { runner: ScanRunner };

const maximumFileBytes = 10 * 1024 * 1024;
const maximumSearchedBytes = 2 * 1024 * 1024;
/** A search that takes longer answers what it has found, and a cursor to go on from. */
const searchMs = 5_000;
const maximumLineShown = 400;

/** Lines that contain a text, in any case, in the order of files and lines. */
export async function searchCode(
  core: Inspecting & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['searchCode']>,
): Promise<ResponseOf<Operations['searchCode']>> {
  using code = await openRepository(core, caller, request);
  const { root, repository } = code;
  const { query, pathPrefix = '', cursor, limit } = request;
  const scope = { operation: 'code.search', filters: { repositoryId: repository.id, query, pathPrefix } };
  const [fromFile, fromLine] =
    cursor === undefined ? ['', 0] : core.cursors.read(scope, cursor, z.tuple([z.string(), z.int()]));
  const { files: listed } = await core.runner.listing(root);
  const files = listed
    .filter(
      (file) =>
        file.path.startsWith(pathPrefix) && file.bytes <= maximumSearchedBytes && file.path >= fromFile,
    )
    .map((file) => file.path)
    .sort();
  const until = performance.now() + searchMs;
  const matches: ResponseOf<Operations['searchCode']>['matches'] = [];
  for (const file of files) {
    if (performance.now() > until) {
      return { matches, nextCursor: core.cursors.sign(scope, [file, 0]) };
    }
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    if (text.includes('\0')) continue;
    const after = file === fromFile ? fromLine : 0;
    for (const match of linesWith(text, query)) {
      if (match.line <= after) continue;
      if (matches.length === limit) {
        const last = matches.at(-1);
        return { matches, nextCursor: core.cursors.sign(scope, [last?.file ?? file, last?.line ?? 0]) };
      }
      matches.push({ file, ...match });
    }
  }
  return { matches };
}

function* linesWith(text: string, query: string) {
  const wanted = query.toLowerCase();
  if (!text.toLowerCase().includes(wanted)) return;
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const at = line.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    yield {
      line: index + 1,
      startColumn: at + 1,
      endColumn: at + 1 + query.length,
      text: line.slice(0, maximumLineShown),
    };
  }
}

/** The contents of a file, or some of its lines; at most `maximumReadLines` of them. */
export async function readCode(
  core: Inspecting,
  caller: Caller,
  request: ParsedRequestOf<Operations['readCode']>,
): Promise<ResponseOf<Operations['readCode']>> {
  using code = await openRepository(core, caller, request);
  const { root } = code;
  const file = await within(root, request.path);
  const { size, isFile } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) throw impossible('path', 'This is not a file.');
  if (size > maximumFileBytes) {
    throw new Refusal(413, `The file has ${size} bytes; at most ${maximumFileBytes} are read.`);
  }
  const text = await readFile(file, 'utf8');
  if (text.includes('\0')) throw impossible('path', 'This is a binary file.');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const startLine = request.startLine ?? 1;
  const wanted = Math.min(request.endLine ?? lines.length, lines.length);
  const endLine = Math.min(wanted, startLine + maximumReadLines - 1);
  const whole = startLine === 1 && endLine === lines.length;
  return {
    path: request.path,
    content: whole ? text : lines.slice(startLine - 1, endLine).join('\n'),
    startLine,
    endLine: Math.max(endLine, 0),
    totalLines: lines.length,
    truncated: endLine < wanted,
  };
}

/** Files and directories of a path, directories first, each by name. Links that lead out of the root are left out. */
export async function listFiles(
  core: Inspecting & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listFiles']>,
): Promise<ResponseOf<Operations['listFiles']>> {
  using code = await openRepository(core, caller, request);
  const { root, repository } = code;
  const folder = await within(root, request.path);
  if (!(await stat(folder)).isDirectory()) throw impossible('path', 'This is a file, not a directory.');
  const prefix = relative(root, folder).split(sep).filter(Boolean).join('/');
  const names = await readdir(folder);
  const entries = (await Promise.all(names.map((name) => entryOf(root, prefix, name)))).flatMap(
    (entry) => entry ?? [],
  );
  entries.sort((left, right) => compare(positionOf(left), positionOf(right)));
  const scope = { operation: 'code.listFiles', filters: { repositoryId: repository.id, path: prefix } };
  const after =
    request.cursor === undefined
      ? undefined
      : core.cursors.read(scope, request.cursor, z.tuple([z.int(), z.string()]));
  const rest = after ? entries.filter((entry) => compare(positionOf(entry), after) > 0) : entries;
  const { items, end } = takePage(core, scope, request.limit, rest, positionOf);
  return { entries: items, ...end };
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory';
  readonly size?: number;
}

type Position = readonly [number, string];

function positionOf(entry: Entry): Position {
  return [entry.type === 'directory' ? 0 : 1, entry.name];
}

function compare([leftKind, leftName]: Position, [rightKind, rightName]: Position): number {
  if (leftKind !== rightKind) return leftKind - rightKind;
  return leftName < rightName ? -1 : Number(leftName > rightName);
}

async function entryOf(root: string, prefix: string, name: string): Promise<Entry | undefined> {
  const path = prefix === '' ? name : `${prefix}/${name}`;
  const real = await realpath(join(root, path)).catch(() => undefined);
  if (real === undefined || !isInside(root, real) || isGitOwn(root, real)) return undefined;
  const found = await stat(real).catch(() => undefined);
  if (found?.isDirectory()) return { name, path, type: 'directory' };
  return found?.isFile() ? { name, path, type: 'file', size: found.size } : undefined;
}

async function openRepository(
  core: Inspecting,
  caller: Caller,
  request: { organizationId?: string | undefined; repositoryId: string; branch?: string | undefined },
): Promise<RepositoryCode & { repository: RepositoryTable }> {
  const repository = await repositoryOf(core, caller, request);
  return { ...(await openCode(core, repository, request.branch)), repository };
}
