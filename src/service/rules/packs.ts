import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { listRulePacks, Pack, toggleRulePack } from '../../api/contract/rules/packs.ts';
import { type Pack as EnginePack, onByDefault, type PackKind, packsOf } from '../../engine/packs/index.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { type Choices, choicesOf } from './switched-templates.ts';

type Listed = typeof listRulePacks;
type Toggled = typeof toggleRulePack;

/** Lists the packs of a kind with what the organization has on. */
export const listPacks =
  (kind: PackKind) =>
  async (core: Core, caller: Caller, request: ParsedRequestOf<Listed>): Promise<ResponseOf<Listed>> => {
    const organizationId = await organizationOf(core, caller, request.organizationId);
    const isOn = await choicesOf(core.db, organizationId);
    return { packs: packsOf(kind).map((pack) => toPack(pack, isOn)) };
  };

/**
 * Switches a pack or one template of it. What is as by default is not kept, so that settings of a scan hold again.
 * @throws Refusal 404, 403
 */
export const togglePack =
  (kind: PackKind) =>
  async (core: Core, caller: Caller, request: ParsedRequestOf<Toggled>): Promise<ResponseOf<Toggled>> => {
    const { packId, templateId, enabled } = request;
    const organizationId = await organizationOf(core, caller, request.organizationId);
    const pack = packsOf(kind).find(({ id }) => id === packId);
    if (!pack) throw notFound('pack');
    const templates = pack.templates.filter(({ id }) => templateId === undefined || id === templateId);
    if (templates.length === 0) throw notFound('template');
    await requireAdmin(core, caller, organizationId, 'switch packs');
    const usual = onByDefault(pack);
    const ids = templates.map(({ id }) => id);
    await core.db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('pack_choices')
        .where('organization_id', '=', organizationId)
        .where('kind', '=', kind)
        .where('pack', '=', pack.id)
        .where('template', 'in', ids)
        .execute();
      const other = ids.filter((id) => usual.has(id) !== enabled);
      if (other.length === 0) return;
      await transaction
        .insertInto('pack_choices')
        .values(
          other.map((template) => ({
            organization_id: organizationId,
            kind,
            pack: pack.id,
            template,
            enabled: enabled ? 1 : 0,
            changed_by: caller.userId,
            changed_at: instant(core),
          })),
        )
        .onConflict((on) =>
          on
            .columns(['organization_id', 'kind', 'pack', 'template'])
            .doUpdateSet({ enabled: enabled ? 1 : 0, changed_by: caller.userId, changed_at: instant(core) }),
        )
        .execute();
    });
    return { pack: toPack(pack, await choicesOf(core.db, organizationId)) };
  };

function toPack(pack: EnginePack, isOn: Choices): Pack {
  const usual = onByDefault(pack);
  const templates = pack.templates.map(({ id, title, description }) => ({
    id,
    title,
    description,
    enabled: isOn(pack, id),
    enabledByDefault: usual.has(id),
  }));
  const on = templates.filter(({ enabled }) => enabled).length;
  const { id, title, description } = pack;
  return {
    id,
    title,
    description,
    enabled: on === templates.length,
    partial: on > 0 && on < templates.length,
    templates,
  };
}
