import { ProviderFailure } from '../../providers/failure.ts';
import { cleanLine } from '../trackers/connected.ts';
import type {
  PosturePage,
  PosturePort,
  ReportedAsset,
  ReportedExposure,
  ReportedProject,
} from './posture.ts';

/** What is kept of an organization's cloud; a larger one is read in part, and says so. */
export const bounds = {
  projects: 5_000,
  assets: 20_000,
  exposures: 20_000,
  pages: 400,
  /** Of all texts together. */
  characters: 64_000_000,
};

const longestName = 300;
const longestId = 500;
const mostTags = 50;
const mostProjects = 50;
const mostTexts = 20;

/** Everything that a provider reports, within bounds, as it may be kept: its texts are foreign. */
export interface Collected {
  readonly projects: ReadonlyMap<string, ReportedProject>;
  readonly assets: ReadonlyMap<string, ReportedAsset>;
  readonly exposures: ReadonlyMap<string, ReportedExposure>;
  /** Whether the provider has more. */
  readonly isTruncated: boolean;
}

/** @throws ProviderFailure; the signal's reason */
export async function collect(port: PosturePort, signal: AbortSignal): Promise<Collected> {
  // What is exposed first: no bound on assets may hide it.
  const room = { left: bounds.characters, signal };
  const exposures = await all(port.exposures, bounds.exposures, cleanExposure, room);
  const projects = await all(port.projects, bounds.projects, cleanProject, room);
  const listed = await all(port.assets, bounds.assets, cleanAsset, room);
  const assets = new Map(listed.items);
  for (const { asset } of exposures.items.values()) {
    const known = assets.get(asset.id);
    assets.set(asset.id, known ? merged(known, asset) : asset);
  }
  return {
    projects: projects.items,
    assets,
    exposures: exposures.items,
    isTruncated: exposures.isTruncated || projects.isTruncated || listed.isTruncated,
  };
}

/** What may still be kept, in characters. */
interface Room {
  left: number;
  readonly signal: AbortSignal;
}

/** @param clean gives nothing for what cannot be kept */
async function all<T extends { readonly id: string }>(
  pageOf: (cursor: string | undefined, signal: AbortSignal) => Promise<PosturePage<T>>,
  most: number,
  clean: (item: T) => T | undefined,
  room: Room,
): Promise<{ readonly items: ReadonlyMap<string, T>; readonly isTruncated: boolean }> {
  const items = new Map<string, T>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < bounds.pages; pages++) {
    const page = await pageOf(cursor, room.signal);
    room.signal.throwIfAborted();
    for (const reported of page.items) {
      const item = clean(reported);
      if (!item || items.has(item.id)) continue;
      room.left -= JSON.stringify(item).length;
      if (items.size >= most || room.left < 0) return { items, isTruncated: true };
      items.set(item.id, item);
    }
    if (page.next === undefined) return { items, isTruncated: false };
    if (cursors.has(page.next))
      throw new ProviderFailure('unreachable', 'The provider answers the same page again and again.');
    cursors.add(page.next);
    cursor = page.next;
  }
  return { items, isTruncated: true };
}

const line = (text: string): string => cleanLine(text, longestName);
const lines = (texts: readonly string[]): readonly string[] => texts.slice(0, mostTexts).map(line);
const optional = (text: string | undefined): string | undefined => (text === undefined ? text : line(text));

/** Of an identifier that is cut or cleaned, another thing could be meant. */
const isId = (id: string): boolean => id !== '' && id.length <= longestId && !/\p{Cc}/u.test(id);

const cleanProject = ({ id, name }: ReportedProject): ReportedProject | undefined =>
  isId(id) ? { id, name: line(name) || id } : undefined;

function cleanAsset(asset: ReportedAsset): ReportedAsset | undefined {
  if (!isId(asset.id)) return undefined;
  return {
    id: asset.id,
    name: line(asset.name) || asset.id,
    type: cleanLine(asset.type, 100),
    platform: optional(asset.platform),
    region: optional(asset.region),
    projectIds: [...new Set(asset.projectIds)].filter(isId).slice(0, mostProjects),
    tags: asset.tags
      .slice(0, mostTags)
      .map(({ key, value }) => ({ key: cleanLine(key, 128), value: cleanLine(value, longestId) })),
  };
}

function cleanExposure(exposure: ReportedExposure): ReportedExposure | undefined {
  const asset = cleanAsset(exposure.asset);
  if (!asset || !isId(exposure.id)) return undefined;
  return {
    id: exposure.id,
    asset,
    sourceRange: optional(exposure.sourceRange),
    destinationRange: optional(exposure.destinationRange),
    ports: optional(exposure.ports),
    protocols: lines(exposure.protocols),
    endpoints: lines(exposure.endpoints),
  };
}

/** What a list and an exposure say of the same asset. */
function merged(listed: ReportedAsset, exposed: ReportedAsset): ReportedAsset {
  const tags = new Map([...listed.tags, ...exposed.tags].map((tag) => [`${tag.key}\n${tag.value}`, tag]));
  return {
    ...listed,
    platform: listed.platform ?? exposed.platform,
    region: listed.region ?? exposed.region,
    projectIds: [...new Set([...listed.projectIds, ...exposed.projectIds])],
    tags: [...tags.values()],
  };
}
