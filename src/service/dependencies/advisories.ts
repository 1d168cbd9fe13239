import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { ecosystemOf } from '../../engine/dependencies/advisories/facts.ts';
import type { Ecosystem } from '../../engine/dependencies/package.ts';
import { organizationIdsOf, organizationOf, requireAdmin } from '../core/access.ts';
import type { Caller, Core } from '../core/context.ts';
import { conflict, forbidden, impossible, notFound } from '../core/errors.ts';
import type { AdvisoryJobs } from './advisory-jobs.ts';
import { type AdvisorySet, advisorySet } from './sources/advisory-set.ts';
import { osvMirror } from './sources/mirror.ts';
import { removeSnapshot, type SnapshotFile, snapshotsIn } from './sources/snapshot-folder.ts';

/** What operations on advisories work with. */
export interface Advisories {
  /** What comes with the service. */
  readonly embedded: readonly SnapshotFile[];
  /** Of what was downloaded and imported. */
  readonly folder: string;
  readonly jobs: AdvisoryJobs;
  /** The mirror that whoever runs the service names: it may be in a private network, and stands in for OSV. */
  readonly mirror?: URL | undefined;
}

type Operations = typeof contract.advisories;
type Knowing = Core & { readonly advisories: Advisories; readonly ownSockets: boolean };

const toDo = 'change the advisories of the service';

/** Advisories hold for every organization of a service, so they are for the administrators of the caller's own one. */
async function requireOwnAdmin(
  core: Knowing,
  caller: Caller,
  organizationId: string | undefined,
): Promise<void> {
  if (organizationId !== undefined) await organizationOf(core, caller, organizationId);
  const [own = ''] = await organizationIdsOf(core, caller);
  await requireAdmin(core, caller, own, toDo);
}

export async function listAdvisories(
  core: Knowing,
  caller: Caller,
  request: ParsedRequestOf<Operations['listAdvisories']>,
): Promise<ResponseOf<Operations['listAdvisories']>> {
  if (request.organizationId !== undefined) await organizationOf(core, caller, request.organizationId);
  const { embedded, folder, jobs } = core.advisories;
  const sets: AdvisorySet[] = [];
  const damaged: string[] = [];
  for (const file of [...embedded, ...snapshotsIn(folder)]) {
    try {
      sets.push(advisorySet(file));
    } catch {
      damaged.push(file.name);
    }
  }
  return {
    sets: sets.map((set) => ({ ...set, ecosystems: [...set.ecosystems], databases: [...set.databases] })),
    damaged,
    job: jobs.job ?? null,
  };
}

export async function updateAdvisories(
  core: Knowing,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateAdvisories']>,
): Promise<ResponseOf<Operations['updateAdvisories']>> {
  await requireOwnAdmin(core, caller, request.organizationId);
  const { jobs, mirror } = core.advisories;
  const base = request.from === undefined ? (mirror ?? osvMirror) : addressOf(request.from);
  const ecosystems = request.ecosystems ? named(request.ecosystems) : await used(core, caller);
  refuseSecond(jobs);
  const mayBePrivate = core.ownSockets || base.href === mirror?.href;
  return { job: jobs.update(base, ecosystems, mayBePrivate) };
}

export async function importAdvisories(
  core: Knowing,
  caller: Caller,
  request: ParsedRequestOf<Operations['importAdvisories']>,
): Promise<ResponseOf<Operations['importAdvisories']>> {
  await requireOwnAdmin(core, caller, request.organizationId);
  if (!core.ownSockets) {
    throw forbidden(
      'This service reads no files that a request names. Run `parapet advisories import` on its machine.',
    );
  }
  if (!path.isAbsolute(request.path)) throw impossible('path', 'Give an absolute path.');
  const found = await stat(request.path).catch(() => undefined);
  if (!found?.isFile() && !found?.isDirectory())
    throw impossible('path', 'There is no such archive or folder, or it cannot be read.');
  const { jobs } = core.advisories;
  refuseSecond(jobs);
  return { job: jobs.import(request.path, path.basename(request.path)) };
}

export async function cancelAdvisoryUpdate(
  core: Knowing,
  caller: Caller,
  request: ParsedRequestOf<Operations['cancelAdvisoryUpdate']>,
): Promise<ResponseOf<Operations['cancelAdvisoryUpdate']>> {
  await requireOwnAdmin(core, caller, request.organizationId);
  const job = await core.advisories.jobs.cancel(request.jobId);
  if (!job) throw notFound('update of advisories');
  return { job };
}

export async function removeAdvisories(
  core: Knowing,
  caller: Caller,
  request: ParsedRequestOf<Operations['removeAdvisories']>,
): Promise<ResponseOf<Operations['removeAdvisories']>> {
  await requireOwnAdmin(core, caller, request.organizationId);
  if (!removeSnapshot(core.advisories.folder, request.id)) throw notFound('set of advisories');
  return { id: request.id };
}

function refuseSecond(jobs: AdvisoryJobs): void {
  if (jobs.isRunning)
    throw conflict('Advisories are being updated already. Wait until that has ended, or cancel it.');
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw impossible('from', 'Give an http or https address.');
  if (url.username !== '' || url.password !== '')
    throw impossible('from', 'The address of a mirror may hold no password.');
  url.search = '';
  url.hash = '';
  return url;
}

function named(names: readonly string[]): readonly Ecosystem[] {
  const unknown = names.find((name) => ecosystemOf(name) === undefined);
  if (unknown !== undefined)
    throw impossible('ecosystems', `No advisories are read of the ecosystem ${JSON.stringify(unknown)}.`);
  return [...new Set(names.flatMap((name) => ecosystemOf(name) ?? []))];
}

/** The ecosystems of the packages that repositories have. @throws Refusal 422 where there are none */
async function used(core: Knowing, caller: Caller): Promise<readonly Ecosystem[]> {
  const rows = await core.db
    .selectFrom('packages')
    .select('ecosystem')
    .distinct()
    .where('organization_id', 'in', await organizationIdsOf(core, caller))
    .orderBy('ecosystem')
    .execute();
  const ecosystems = rows.flatMap(({ ecosystem }) => ecosystemOf(ecosystem) ?? []);
  if (ecosystems.length === 0) {
    throw impossible(
      'ecosystems',
      'No packages are known yet. Scan a repository that has some, or name the ecosystems.',
    );
  }
  return ecosystems;
}
