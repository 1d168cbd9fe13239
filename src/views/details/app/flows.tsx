import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DetailsView, Position } from '../messages.ts';
import { tell } from './host.ts';
import { Told } from './parts.tsx';

interface Props {
  readonly flows: DetailsView['flows'];
  readonly position: Position | null;
  readonly note: string;
  readonly alsoReaches: DetailsView['alsoReaches'];
}

type Step = DetailsView['flows'][number]['steps'][number];

/** The way data takes, as numbered steps; each jumps to its code. */
export function Flows({ flows, position, note, alsoReaches }: Props) {
  const [chosen, choose] = useState(0);
  const flow = position?.flow ?? Math.min(chosen, Math.max(0, flows.length - 1));
  const steps = flows[flow]?.steps ?? [];
  if (steps.length === 0) return null;
  const active = position?.flow === flow ? position.step : undefined;
  return (
    <section aria-label={l10n.t('Flow')}>
      <h2>
        {l10n.t('Flow')}
        <span class="hint">{l10n.t('Alt+N and Alt+P walk along it')}</span>
      </h2>
      {flows.length > 1 && (
        <p>
          <label>
            {l10n.t('Way')}{' '}
            <select
              value={String(flow)}
              onChange={(event) => {
                const index = Number(event.currentTarget.value);
                choose(index);
                tell({ type: 'openStep', position: { flow: index, step: 0 } });
              }}
            >
              {flows.map((_flow, index) => (
                <option key={`way ${index}`} value={String(index)}>
                  {l10n.t('{0} of {1}', index + 1, flows.length)}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <Steps steps={steps} flow={flow} active={active} />
      <p class="spoken" role="status">
        {active === undefined ? '' : spoken(steps, active, note)}
      </p>
      {note !== '' && <p class="note">{note}</p>}
      <OtherSinks flows={flows} sinks={alsoReaches} />
    </section>
  );
}

/** Where else the same value ends: one guard in front of all of them removes them together. */
function OtherSinks({
  flows,
  sinks,
}: {
  readonly flows: DetailsView['flows'];
  readonly sinks: DetailsView['alsoReaches'];
}) {
  if (sinks.length === 0) return null;
  return (
    <>
      <h3>{l10n.t('The same value also reaches')}</h3>
      <p class="quiet">{l10n.t('A patch fixes one place. What is left stays an issue.')}</p>
      <ul class="plain">
        {sinks.map(({ flow, file, line, snippet }) => (
          <li key={`${file} ${line} ${flow}`}>
            <button
              type="button"
              class="link"
              onClick={() =>
                tell({
                  type: 'openStep',
                  position: { flow, step: Math.max(0, (flows[flow]?.steps.length ?? 1) - 1) },
                })
              }
            >
              {file}:{line}
            </button>{' '}
            <code>{snippet}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function Steps({
  steps,
  flow,
  active,
}: {
  steps: readonly Step[];
  flow: number;
  active: number | undefined;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const focusBeside = (event: KeyboardEvent, index: number) => {
    const delta = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (delta === 0 || event.altKey) return;
    event.preventDefault();
    list.current?.children[index + delta]?.querySelector('button')?.focus();
  };
  return (
    <ol class="flow" ref={list}>
      {steps.map((step, index) => (
        <li key={`${index} ${step.file} ${step.line}`} class={index === active ? 'active' : undefined}>
          <button
            type="button"
            aria-current={index === active ? 'step' : undefined}
            onClick={() => tell({ type: 'openStep', position: { flow, step: index } })}
            onKeyDown={(event) => focusBeside(event, index)}
          >
            <span class="number" aria-hidden="true">
              {index + 1}
            </span>
            <span class="step">
              <span class="message">
                <Told text={step.message} />
              </span>
              <code>{step.snippet}</code>
              <span class="where">
                <span class="role">{step.roleLabel}</span> {step.file}:{step.line}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function spoken(steps: readonly Step[], active: number, note: string): string {
  const step = steps[active];
  if (!step) return '';
  const text = l10n.t(
    'Step {0} of {1}: {2}. {3} line {4}.',
    active + 1,
    steps.length,
    step.message.replaceAll('`', '').replace(/\.$/, ''),
    step.file,
    step.line,
  );
  return note === '' ? text : `${text} ${note}.`;
}
