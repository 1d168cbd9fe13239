import type { AddedModel } from '../../engine/added/added-models.ts';
import {
  onByDefault,
  type Pack,
  type PackKind,
  packsOf,
  sinkPacks,
  sourcePacks,
} from '../../engine/packs/index.ts';
import { defaultThreatModels, type ThreatModel } from '../../engine/threat-models.ts';
import type { OrganizationFiles, SwitchedTemplate } from '../analysis/scan-choices.ts';
import type { Queries } from '../store/dialect.ts';

/** What an organization chose of packs, and what follows for a scan. */

const kinds: readonly PackKind[] = ['rule', 'source', 'sink'];

/** Whether a template is on, by pack and template. */
export type Choices = (pack: Pack, template: string) => boolean;

/** Returns what an organization has on: what it chose, and else what is on by default. */
export async function choicesOf(db: Queries, organizationId: string): Promise<Choices> {
  const rows = await db
    .selectFrom('pack_choices')
    .select(['kind', 'pack', 'template', 'enabled'])
    .where('organization_id', '=', organizationId)
    .execute();
  const chosen = new Map(
    rows.map(({ kind, pack, template, enabled }) => [`${kind} ${pack} ${template}`, enabled === 1]),
  );
  return (pack, template) =>
    chosen.get(`${pack.kind} ${pack.id} ${template}`) ?? onByDefault(pack).has(template);
}

/** Returns the templates that an organization has on, or off, other than by default. */
export async function switchedTemplates(
  db: Queries,
  organizationId: string,
): Promise<Pick<OrganizationFiles, 'switchedOn' | 'switchedOff'>> {
  const isOn = await choicesOf(db, organizationId);
  const switched = kinds.flatMap(packsOf).flatMap((pack) => {
    const usual = onByDefault(pack);
    return pack.templates.flatMap(({ id, title }) => {
      const on = isOn(pack, id);
      if (on === usual.has(id)) return [];
      const template = { kind: pack.kind, pack: pack.id, template: id, title: `${pack.title}: ${title}` };
      return [{ on, template }];
    });
  });
  return {
    switchedOn: switched.flatMap(({ on, template }) => (on ? [template] : [])),
    switchedOff: switched.flatMap(({ on, template }) => (on ? [] : [template])),
  };
}

/** What coverage calls the sinks of a template. */
const nameOf = ({ title }: SwitchedTemplate): string => `sink pack “${title}”`;

/** The sinks of templates that are on. */
export const addedSinks = (switchedOn: readonly SwitchedTemplate[]): AddedModel[] =>
  switchedOn.flatMap((switched) =>
    switched.kind === 'sink'
      ? sinkPacks
          .filter(({ id }) => id === switched.pack)
          .flatMap(({ templates }) => templates)
          .filter(({ id }) => id === switched.template)
          .flatMap(({ libraries }) => libraries)
          .map((library) => ({ definition: nameOf(switched), library }))
      : [],
  );

/**
 * Returns the threat models of a scan: those that it names, with what an administrator switched on or off for all repositories.
 * @param named undefined for the usual ones
 */
export function followedModels(
  named: readonly ThreatModel[] | undefined,
  ofOrganization: OrganizationFiles | undefined,
): readonly ThreatModel[] | undefined {
  const on = modelsOf(ofOrganization?.switchedOn);
  const off = modelsOf(ofOrganization?.switchedOff);
  if (on.size + off.size === 0) return named;
  return [...new Set([...(named ?? defaultThreatModels), ...on])].filter((model) => !off.has(model));
}

const modelsOf = (switched: readonly SwitchedTemplate[] = []): ReadonlySet<ThreatModel> =>
  new Set(
    switched.flatMap(({ kind, pack, template }) =>
      kind === 'source'
        ? sourcePacks
            .filter(({ id }) => id === pack)
            .flatMap(({ templates }) => templates.filter(({ id }) => id === template))
            .map(({ threatModel }) => threatModel)
        : [],
    ),
  );

/** Returns the template that keeps issues of a weakness from being reported; undefined where none does. */
export const switchedOffFor = (
  ofOrganization: Pick<OrganizationFiles, 'switchedOff'> | undefined,
  vulnClass: string,
): SwitchedTemplate | undefined =>
  ofOrganization?.switchedOff.find(({ kind, template }) => kind === 'rule' && template === vulnClass);
