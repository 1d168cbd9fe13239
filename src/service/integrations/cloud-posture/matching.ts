import type { PostureMatchRule } from '../../../api/contract/integrations/cloud-posture.ts';
import { readRemote } from '../../../api/remote-url.ts';
import { grouped } from '../../../engine/grouped.ts';
import { inBatches } from '../../core/batches.ts';
import { stored } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import type { PostureMappingTable, PostureMatchTable } from '../../store/tables/posture-tables.ts';
import type { PostureRow } from './connected.ts';
import type { ReportedTag } from './posture.ts';

/** The label of an image that names its source (OCI image specification, annotations). */
const imageSource = 'org.opencontainers.image.source';

/** Keys of tags that teams put a repository's address under, in lower case and without separators. */
const repositoryKeys: ReadonlySet<string> = new Set([
  'repository',
  'repositoryurl',
  'repo',
  'repourl',
  'gitrepository',
  'gitrepo',
  'giturl',
  'sourcerepository',
  'sourcerepo',
]);

/** Whatever is mapped, an asset is of no more repositories by no more rules. */
const mostOfAsset = 100;

type Mapping = Pick<PostureMappingTable, 'repository_id' | 'kind' | 'key' | 'value'>;
type Match = Omit<PostureMatchTable, 'integration_id' | 'organization_id'>;

/**
 * Works out which assets belong to which repositories, in the place of what was worked out before. Belongs into a transaction.
 * @param repositoryId only of this one; of all where it is omitted
 */
export async function matchAssets(
  db: Queries,
  { id, organization_id }: Pick<PostureRow, 'id' | 'organization_id'>,
  repositoryId?: string,
): Promise<void> {
  let old = db.deleteFrom('posture_matches').where('integration_id', '=', id);
  let repositories = db
    .selectFrom('repositories')
    .select(['id', 'url'])
    .where('organization_id', '=', organization_id);
  let mapped = db
    .selectFrom('posture_mappings')
    .select(['repository_id', 'kind', 'key', 'value'])
    .where('integration_id', '=', id);
  if (repositoryId !== undefined) {
    old = old.where('repository_id', '=', repositoryId);
    repositories = repositories.where('id', '=', repositoryId);
    mapped = mapped.where('repository_id', '=', repositoryId);
  }
  await old.execute();
  const matcher = new Matcher(await repositories.execute(), await mapped.execute());
  const memberships = await db
    .selectFrom('posture_asset_projects')
    .select(['asset_id', 'project_id'])
    .where('integration_id', '=', id)
    .execute();
  const projects = grouped(memberships, ({ asset_id }) => asset_id);
  const assets = await db
    .selectFrom('posture_assets')
    .select(['external_id', 'tags', 'exposure_count'])
    .where('integration_id', '=', id)
    .execute();
  const matches = assets.flatMap(({ external_id, tags, exposure_count }) =>
    matcher
      .matches(
        stored<ReportedTag[]>(tags),
        (projects.get(external_id) ?? []).map(({ project_id }) => project_id),
      )
      .map((match) => ({ ...match, asset_id: external_id, is_exposed: Number(exposure_count > 0) })),
  );
  for (const some of inBatches(matches))
    await db
      .insertInto('posture_matches')
      .values(some.map((match) => ({ ...match, integration_id: id, organization_id })))
      .execute();
}

class Matcher {
  readonly #byAddress = new Map<string, string[]>();
  readonly #byProject = new Map<string, string[]>();
  readonly #byTag = new Map<string, string[]>();

  constructor(
    repositories: readonly { readonly id: string; readonly url: string | null }[],
    mappings: readonly Mapping[],
  ) {
    for (const { id, url } of repositories) {
      const address = url === null ? undefined : readRemote(url)?.identity;
      if (address !== undefined) add(this.#byAddress, address, id);
    }
    for (const { repository_id, kind, key, value } of mappings)
      if (kind === 'project') add(this.#byProject, key, repository_id);
      else add(this.#byTag, tagKey({ key, value }), repository_id);
  }

  matches(
    tags: readonly ReportedTag[],
    projectIds: readonly string[],
  ): Pick<Match, 'repository_id' | 'rule'>[] {
    const found = new Map<string, Pick<Match, 'repository_id' | 'rule'>>();
    const note = (ids: readonly string[] | undefined, rule: PostureMatchRule) => {
      for (const repository_id of ids ?? []) found.set(`${rule} ${repository_id}`, { repository_id, rule });
    };
    for (const projectId of projectIds) note(this.#byProject.get(projectId), 'MAPPED_PROJECT');
    for (const tag of tags) {
      note(this.#byTag.get(tagKey(tag)), 'MAPPED_TAG');
      const rule = ruleOf(tag.key);
      const address = rule && addressIn(tag.value);
      if (rule && address !== undefined) note(this.#byAddress.get(address), rule);
    }
    return [...found.values()].slice(0, mostOfAsset);
  }
}

function add(map: Map<string, string[]>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids) ids.push(id);
  else map.set(key, [id]);
}

const tagKey = ({ key, value }: ReportedTag): string => `${key.toLowerCase()}\n${value}`;

function ruleOf(key: string): PostureMatchRule | undefined {
  const name = key.toLowerCase();
  if (name === imageSource) return 'IMAGE_SOURCE';
  return repositoryKeys.has(name.replace(/[-_.:/ ]/g, '')) ? 'REPOSITORY_TAG' : undefined;
}

/** With or without its scheme. `owner/name` alone could be of any host, and is left to people. */
function addressIn(value: string): string | undefined {
  const text = value.trim();
  const remote =
    readRemote(text) ?? (/^[\w-]+(?:\.[\w-]+)+\//.test(text) ? readRemote(`https://${text}`) : undefined);
  return remote?.identity;
}
