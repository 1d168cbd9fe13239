import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { PatchCardView } from '../messages.ts';
import { Patches } from './contexts.tsx';
import { tell } from './host.ts';
import { Button, Icon, PlaceLink } from './parts.tsx';
import { countText } from './times.ts';

interface Props {
  readonly issueId: string;
  readonly title: string;
}

/** A patch with what it changes and whether it is proven; shown in the diff editor, and applied as everywhere else. */
export function PatchCard({ issueId, title }: Props) {
  const patch = useContext(Patches).get(issueId);
  useEffect(() => {
    if (!patch) tell({ type: 'patch', issueId, action: 'view' });
  }, [patch, issueId]);
  const isReady = patch?.state === 'ready';
  return (
    <section class="patch" aria-label={l10n.t('Patch: {0}', title)}>
      <p class="patch-title">
        <Icon name="diff" /> <strong>{title === '' ? l10n.t('Patch') : title}</strong>
      </p>
      {patch === undefined ? <p class="quiet">{l10n.t('Loading…')}</p> : <State patch={patch} />}
      {patch && <Proof patch={patch} />}
      {patch?.files.map((file) => (
        <DiffFile key={file.path} file={file} />
      ))}
      <p class="actions">
        {isReady && (
          <Button icon="check" onClick={() => tell({ type: 'patch', issueId, action: 'apply' })}>
            {l10n.t('Apply')}
          </Button>
        )}
        {patch?.state === 'outdated' && (
          <Button icon="refresh" onClick={() => tell({ type: 'patch', issueId, action: 'regenerate' })}>
            {l10n.t('Regenerate Patch')}
          </Button>
        )}
        {isReady && (
          <Button isSecondary icon="diff" onClick={() => tell({ type: 'patch', issueId, action: 'show' })}>
            {l10n.t('Show')}
          </Button>
        )}
        <Button isSecondary icon="open-preview" onClick={() => tell({ type: 'openIssue', issueId })}>
          {l10n.t('Details')}
        </Button>
      </p>
    </section>
  );
}

function State({ patch }: { readonly patch: PatchCardView }) {
  if (patch.state === 'applied')
    return (
      <p>
        <Icon name="check" /> {l10n.t('Patch applied, not checked yet')}
      </p>
    );
  if (patch.state === 'settled')
    return (
      <p>
        <Icon name="pass" /> {patch.text}
      </p>
    );
  return (
    <p class={patch.state === 'ready' && patch.isProven ? '' : 'note'}>
      <Icon name={patch.state !== 'ready' ? 'info' : patch.isProven ? 'verified' : 'warning'} /> {patch.text}
    </p>
  );
}

/** What a service says of a check that it did not come to. */
const notLookedAt = 'Not looked at.';
const icons = { PASSED: 'pass', FAILED: 'error', NOT_RUN: 'circle-slash' } as const;

/** The checks on one line, as far as they fit, and why one did not pass; who thought it out. */
function Proof({ patch: { checks, origin, needs } }: { readonly patch: PatchCardView }) {
  return (
    <>
      {checks.length > 0 && (
        <ul class="checks" aria-label={l10n.t('What was checked')}>
          {checks.map(({ label, status, detail }) => (
            <li key={label} class={status.toLowerCase()}>
              <Icon name={icons[status]} /> {label}
              {status !== 'PASSED' && <span class="quiet"> ({checkText(status, detail)})</span>}
            </li>
          ))}
        </ul>
      )}
      {needs.map(({ text, name }) => (
        <p class="note" key={name}>
          <Icon name="settings-gear" /> {withCode(text)}{' '}
          <Button isSecondary icon="copy" onClick={() => tell({ type: 'copy', text: name })}>
            {l10n.t('Copy {0}', name)}
          </Button>
        </p>
      ))}
      {origin !== '' && <p class="quiet">{origin}</p>}
    </>
  );
}

/** Why one failed stands above; why one was not run, only here. */
function checkText(status: keyof typeof icons, detail: string): string {
  if (status === 'FAILED') return l10n.t('no');
  return detail === '' || detail === notLookedAt ? l10n.t('not looked at') : detail;
}

/** A sentence in which names of the code stand between backticks. */
function withCode(sentence: string): ComponentChildren[] {
  return sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part));
}

function DiffFile({ file }: { readonly file: PatchCardView['files'][number] }) {
  const lines = file.lines.map((text, index) => ({ text, key: `${index}` }));
  return (
    <div class="diff">
      <p class="diff-path">
        <PlaceLink title={file.path} onClick={() => tell({ type: 'openFile', path: file.path })}>
          {file.path}
        </PlaceLink>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled with the keyboard. */}
      <pre tabIndex={0} dir="ltr">
        {lines.map(({ text, key }) => (
          <span key={key} class={`line ${kindOf(text)}`}>
            {text === '' ? ' ' : text}
            {'\n'}
          </span>
        ))}
      </pre>
      {file.more > 0 && (
        <p class="quiet">{l10n.t('{0} more lines; Show has them all', countText(file.more))}</p>
      )}
    </div>
  );
}

function kindOf(line: string): string {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('@@') ? 'hunk' : '';
}
