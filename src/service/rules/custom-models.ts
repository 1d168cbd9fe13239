import type { CustomSink } from '../../api/contract/rules/custom-models.ts';
import { type SectionName, sectionNames } from '../../engine/libraries/schema.ts';
import { readModel } from '../analysis/files/models.ts';
import type { Caller, Core } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { makerOf } from './definition-rows.ts';
import {
  addDefinition,
  changeDefinition,
  requireChange,
  type Scope,
  scopeOfNew,
  seenDefinition,
  type Told,
} from './definitions.ts';

/** Custom sources and custom sinks: model files with one section, which add to the analysis. */

type ModelKind = 'source' | 'sink';

interface Written extends Scope {
  readonly organizationId?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly content?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** @throws Refusal 422 for a text with a mistake, 404, 403 */
export async function createModel(
  core: Core,
  caller: Caller,
  kind: ModelKind,
  request: Written & { readonly content: string },
): Promise<Told> {
  const { content, enabled = true } = request;
  const scope = await scopeOfNew(core, caller, request.organizationId, request);
  const checked = checkedModel(kind, content);
  return await addDefinition(core, caller, kind, scope, {
    ...checked,
    name: request.name ?? checked.subject,
    description: request.description ?? '',
    severity: null,
    content,
    examples: '[]',
    enabled: enabled ? 1 : 0,
  });
}

/** Changes what is given. @throws Refusal as `createModel` */
export async function updateModel(
  core: Core,
  caller: Caller,
  kind: ModelKind,
  { id, ...request }: Written & { readonly id: string },
): Promise<Told> {
  const { name, description, content, enabled, organizationId } = request;
  const before = await seenDefinition(core, caller, kind, { organizationId, id });
  await requireChange(core, caller, before);
  const checked = content === undefined ? undefined : { content, ...checkedModel(kind, content) };
  return await changeDefinition(
    core,
    caller,
    before,
    {
      ...checked,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
    },
    request,
  );
}

/** Mistakes in a sentence, and in the list of an answer. */
const shown = 3;
const listed = 20;

const sectionOf: Readonly<Record<ModelKind, SectionName>> = { source: 'sources', sink: 'sinks' };

/** @throws Refusal 422 with line and row of each mistake */
function checkedModel(kind: ModelKind, content: string): { subject: string; languages: string } {
  const section = sectionOf[kind];
  const { library, problems } = readModel(kind, content);
  const messages = problems.map(
    ({ line, column, row, message }) =>
      `Line ${line}, column ${column}${row === undefined ? '' : ` (${row})`}: ${message}`,
  );
  for (const other of sectionNames)
    if (other !== section && library?.[other] !== undefined)
      messages.push(
        `Line ${lineOf(other, content)}, column 1: A custom ${kind} has the section “${section}” and no other. Remove “${other}”.`,
      );
  if (messages.length === 0 && !library?.[section]?.length)
    messages.push(`Line 1, column 1: The text has no ${section}. Give at least one row below “${section}:”.`);
  if (!library || messages.length > 0)
    throw new Refusal(422, `The custom ${kind} has mistakes. ${messages.slice(0, shown).join(' ')}`, {
      extra: { issues: messages.slice(0, listed).map((message) => ({ path: 'content', message })) },
    });
  const [language = ''] = library.library.split('/');
  return { subject: library.library, languages: JSON.stringify([language]) };
}

const lineOf = (section: string, content: string): number => {
  const at = content.split(/\r\n|\r|\n/).findIndex((line) => line.replace(/^["']/, '').startsWith(section));
  return Math.max(at, 0) + 1;
};

/** A source or sink as answers have it. */
export const toModel = ({ row, repositoryIds }: Told): CustomSink => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  description: row.description,
  library: row.subject,
  content: row.content,
  enabled: row.enabled === 1,
  allRepositories: row.all_repositories === 1,
  repositoryIds: [...repositoryIds],
  ...makerOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
