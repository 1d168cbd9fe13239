import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { type CustomSink, maximumModelLength } from '../../../../api/contract/rules/custom-models.ts';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { CodeField } from '../../parts/code-field.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';
import { asChangeable, type Changeable } from './may-change.ts';
import { ScopeField, scopeOf } from './scope-field.tsx';

type Model = CustomSink;
type Row = Changeable<Model>;

/** What a person writes of a source or sink. */
export interface WrittenModel {
  readonly name?: string;
  readonly content: string;
  readonly allRepositories?: true;
  readonly repositoryIds?: string[];
}

export interface ModelSectionProps {
  readonly id: 'sources' | 'sinks';
  readonly texts: {
    readonly title: string;
    readonly says: string;
    readonly empty: string;
    readonly create: string;
    readonly change: string;
    readonly field: string;
    readonly remove: string;
  };
  /** What the text of a new one begins as. */
  readonly example: string;
  readonly list: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Model[]; readonly nextCursor?: string | undefined }>;
  readonly create: (written: WrittenModel) => Promise<unknown>;
  readonly update: (id: string, written: WrittenModel) => Promise<unknown>;
  readonly toggle: (id: string, enabled: boolean) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

const columns = (): readonly Column<Row>[] => [
  { title: l10n.t('Name'), cell: ({ item }) => item.name },
  { title: l10n.t('Library'), cell: ({ item }) => <code>{item.library}</code>, isMinor: true },
  {
    title: l10n.t('Repositories'),
    cell: ({ item }) => (item.allRepositories ? l10n.t('All') : item.repositoryIds.length),
  },
  { title: l10n.t('State'), cell: ({ item }) => (item.enabled ? l10n.t('On') : l10n.t('Off')) },
];

type Open =
  | { readonly kind: 'editing'; readonly model: Model | undefined }
  | { readonly kind: 'deleting'; readonly model: Model };

/** Custom sources or custom sinks, with what can be done with each. */
export function ModelSection({ id, texts, example, list, ...operations }: ModelSectionProps) {
  const { organization, isAdmin } = useSession();
  const who = { organizationId: organization.id, isAdmin };
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Row>(`${id} ${organization.id} ${isAdmin}`, async (cursor, signal) => {
    const { items, nextCursor } = await list(cursor, signal);
    return { items: await asChangeable(items, who, signal), nextCursor };
  });
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    answer.again();
  };
  return (
    <section aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>{texts.title}</h2>
        {isAdmin && (
          <button type="button" class="main" onClick={() => setOpen({ kind: 'editing', model: undefined })}>
            {texts.create}
          </button>
        )}
      </div>
      <p>{texts.says}</p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.empty} />
          ) : (
            <Table
              label={texts.title}
              items={items}
              idOf={({ item }) => item.id}
              columns={columns()}
              onMore={answer.more}
              actions={({ item, mayChange }) =>
                mayChange && (
                  <>
                    <ActionButton
                      act={async () => {
                        await operations.toggle(item.id, !item.enabled);
                        answer.again();
                      }}
                    >
                      {item.enabled ? l10n.t('Switch Off') : l10n.t('Switch On')}
                    </ActionButton>
                    <button type="button" onClick={() => setOpen({ kind: 'editing', model: item })}>
                      {l10n.t('Change')}
                    </button>
                    <button type="button" onClick={() => setOpen({ kind: 'deleting', model: item })}>
                      {l10n.t('Delete')}
                    </button>
                  </>
                )
              }
            />
          )
        }
      </Shown>
      {open?.kind === 'editing' && (
        <Editing
          {...{ texts, example, model: open.model, onClose: close }}
          save={async (written) => {
            await (open.model ? operations.update(open.model.id, written) : operations.create(written));
            done();
          }}
        />
      )}
      {open?.kind === 'deleting' && (
        <Dialog
          title={texts.remove}
          action={l10n.t('Delete')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await operations.remove(open.model.id);
            done();
          }}
        >
          <p>{l10n.t('The next scan of each repository resolves the issues of {0}.', open.model.name)}</p>
        </Dialog>
      )}
    </section>
  );
}

interface EditingProps extends Pick<ModelSectionProps, 'texts' | 'example'> {
  /** Undefined for a new one. */
  readonly model: Model | undefined;
  readonly save: (written: WrittenModel) => Promise<void>;
  readonly onClose: () => void;
}

function Editing({ texts, example, model, save, onClose }: EditingProps) {
  // Undefined as long as nobody chose: repositories that the person does not see stay.
  const [repositoryIds, setRepositoryIds] = useState<readonly string[]>();
  return (
    <Dialog
      title={model ? texts.change : texts.create}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const name = fieldOf(fields, 'name');
        await save({
          content: fieldOf(fields, 'content'),
          ...(name !== '' && { name }),
          ...(repositoryIds && scopeOf(repositoryIds)),
        });
      }}
    >
      <Field label={l10n.t('Name (optional)')}>
        {(ties) => <input {...ties} name="name" maxLength={200} defaultValue={model?.name ?? ''} />}
      </Field>
      <CodeField
        label={texts.field}
        hint={l10n.t('A model file as YAML, with this one section.')}
        name="content"
        text={model?.content ?? example}
        maxLength={maximumModelLength}
      />
      <ScopeField chosen={repositoryIds ?? model?.repositoryIds ?? []} onChange={setRepositoryIds} />
    </Dialog>
  );
}
