import * as l10n from '@vscode/l10n';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../api/api-error.ts';
import {
  listCustomSinkPacks,
  listCustomSourcePacks,
  listRulePacks,
  type Pack,
  type PackTemplate,
  toggleCustomSinkPack,
  toggleCustomSourcePack,
  toggleRulePack,
} from '../../../api/contract/rules/packs.ts';
import { asApiError, useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { useSession } from '../session.tsx';

/** What is to be switched: one template, or the whole pack. */
interface Switch {
  readonly pack: Pack;
  readonly template?: PackTemplate;
  readonly enabled: boolean;
}

/** Which templates of packs scans use, for all repositories. */
export function Packs() {
  const { isAdmin } = useSession();
  return (
    <>
      <h1>{l10n.t('Packs')}</h1>
      <p>
        {l10n.t(
          'Packs say what scans of all repositories look for. A change takes effect with the next scan, whose coverage names it.',
        )}
      </p>
      {!isAdmin && <p class="quiet">{l10n.t('An administrator switches packs.')}</p>}
      <Kind
        id="rules"
        title={l10n.t('Built-in rules')}
        says={l10n.t('What is switched off is not reported. Its open issues are resolved.')}
        operations={{ list: listRulePacks, toggle: toggleRulePack }}
        asks
      />
      <Kind
        id="sources"
        title={l10n.t('Sources')}
        says={l10n.t('Whose data scans follow, beside what a scan or its settings name.')}
        operations={{ list: listCustomSourcePacks, toggle: toggleCustomSourcePack }}
        asks={false}
      />
      <Kind
        id="sinks"
        title={l10n.t('Further sinks')}
        says={l10n.t('They add issues that many teams do not want.')}
        operations={{ list: listCustomSinkPacks, toggle: toggleCustomSinkPack }}
        asks={false}
      />
    </>
  );
}

interface KindProps {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly operations: {
    readonly list: typeof listRulePacks | typeof listCustomSourcePacks | typeof listCustomSinkPacks;
    readonly toggle: typeof toggleRulePack | typeof toggleCustomSourcePack | typeof toggleCustomSinkPack;
  };
  /** Whether switching off is asked about first: issues go. */
  readonly asks: boolean;
}

function Kind({ id, title, says, operations: { list, toggle }, asks }: KindProps) {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [asked, setAsked] = useState<Switch>();
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const answer = useAnswer<readonly Pack[]>(`${id} ${organizationId}`, async (signal) => {
    const { packs } = await call(list, { organizationId }, signal);
    return packs;
  });
  const act = async ({ pack: { id: packId }, template, enabled }: Switch): Promise<void> => {
    const one = template ? { templateId: template.id } : {};
    const { pack: now } = await call(toggle, { organizationId, packId, ...one, enabled });
    answer.put((before) => before.map((pack) => (pack.id === packId ? now : pack)));
  };
  const choose = async (wanted: Switch): Promise<void> => {
    if (asks && !wanted.enabled) return setAsked(wanted);
    setBusy(true);
    try {
      await act(wanted);
    } catch (failure) {
      setError(asApiError(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{says}</p>
      <Shown answer={answer}>
        {(packs) => (
          <>
            {packs.map((pack) => (
              <PackChecks
                key={pack.id}
                pack={pack}
                isFixed={!isAdmin || isBusy}
                choose={(wanted) => void choose(wanted)}
              />
            ))}
          </>
        )}
      </Shown>
      {asked && (
        <Dialog
          title={l10n.t('Switch off {0}?', asked.template?.title ?? asked.pack.title)}
          action={l10n.t('Switch Off')}
          isDangerous
          onClose={() => setAsked(undefined)}
          onSubmit={async () => {
            await act(asked);
            setAsked(undefined);
          }}
        >
          <p>
            {l10n.t('Scans of all repositories no longer report it. The next scan resolves its open issues.')}
          </p>
        </Dialog>
      )}
      {error && (
        <Dialog title={l10n.t('That did not work')} onClose={() => setError(undefined)}>
          <Failure error={error} />
        </Dialog>
      )}
    </section>
  );
}

interface PackChecksProps {
  readonly pack: Pack;
  /** Whether the boxes only show what is on. */
  readonly isFixed: boolean;
  readonly choose: (wanted: Switch) => void;
}

/** Templates of a pack that are shown at once. */
const shortPack = 4;

function PackChecks({ pack, isFixed, choose }: PackChecksProps) {
  const id = useId();
  const { title, description, enabled, partial, templates } = pack;
  const [isOpen] = useState(partial || templates.length <= shortPack);
  const on = templates.filter((template) => template.enabled).length;
  return (
    <fieldset class="pack">
      <legend>
        <label class="check" for={id}>
          <Box
            id={id}
            isOn={enabled}
            isMixed={partial}
            isFixed={isFixed}
            choose={(on) => choose({ pack, enabled: on })}
          />
          {title}
        </label>
      </legend>
      <p class="quiet">{description}</p>
      <details open={isOpen}>
        <summary>{l10n.t('{0} of {1} templates are on', on, templates.length)}</summary>
        {templates.map((template) => (
          <div key={template.id} class="template">
            <div class="option">
              <Box
                id={`${id}-${template.id}`}
                isOn={template.enabled}
                isMixed={false}
                isFixed={isFixed}
                choose={(wanted) => choose({ pack, template, enabled: wanted })}
              />
              <label for={`${id}-${template.id}`}>{template.title}</label>
              {template.enabled !== template.enabledByDefault && (
                <span class="tag">{template.enabled ? l10n.t('Switched on') : l10n.t('Switched off')}</span>
              )}
            </div>
            <p class="quiet">{template.description}</p>
          </div>
        ))}
      </details>
    </fieldset>
  );
}

interface BoxProps {
  readonly id: string;
  readonly isOn: boolean;
  readonly isMixed: boolean;
  readonly isFixed: boolean;
  readonly choose: (on: boolean) => void;
}

/** A check box that shows what is kept: it changes with the answer of the service, not before. */
function Box({ id, isOn, isMixed, isFixed, choose }: BoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const show = (): void => {
    if (!box.current) return;
    box.current.checked = isOn;
    box.current.indeterminate = isMixed;
  };
  useLayoutEffect(show);
  return (
    <input
      ref={box}
      id={id}
      type="checkbox"
      disabled={isFixed}
      onChange={() => {
        show();
        choose(!isOn);
      }}
    />
  );
}
