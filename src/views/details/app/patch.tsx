import * as l10n from '@vscode/l10n';
import type { PatchAction, PatchView } from '../patch-messages.ts';
import { tell } from './host.ts';
import { Markdown } from './markdown.tsx';
import { Button, Section, withCode } from './parts.tsx';

/** What a service says of a check that it did not come to. */
const notLookedAt = 'Not looked at.';
const icons = { PASSED: 'pass', FAILED: 'error', NOT_RUN: 'circle-slash' } as const;

/** The patch: how far it is, what it does, and what it was held against. */
export function Patch({ patch }: { readonly patch: PatchView | null }) {
  if (!patch) return null;
  return (
    <Section title={l10n.t('Patch')} id="patch">
      {/* Always there, so that a screen reader reads what changes in it. */}
      <div role="status">
        <State patch={patch} />
      </div>
      {patch.checks.length > 0 && (
        <ul class="plain evidence">
          {patch.checks.map(({ label, status, detail }) => (
            <li key={label}>
              <span class={`codicon codicon-${icons[status]}`} aria-hidden="true" />
              <span>
                {label} {status !== 'PASSED' && <span class="quiet">({statusText(status, detail)})</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Origin patch={patch} />
      {patch.explanation !== undefined && <Markdown text={patch.explanation} />}
      <Needs needs={patch.needs} />
      <HowTo patch={patch} />
      {patch.notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      <Actions patch={patch} />
    </Section>
  );
}

/** What has to be provided before the program works with it, each with what helps. */
function Needs({ needs }: Pick<PatchView, 'needs'>) {
  return (
    <>
      {needs.map(({ text, name, kind }) => (
        <div class="need" key={name}>
          <p class="note">
            <span class="codicon codicon-settings-gear" aria-hidden="true" /> {withCode(text)}
          </p>
          <p class="actions">
            <Button icon="copy" onClick={() => tell({ type: 'need', action: 'copy', name })}>
              {l10n.t('Copy {0}', name)}
            </Button>
            {kind === 'package' && (
              <Button icon="package" onClick={() => tell({ type: 'need', action: 'openManifest', name })}>
                {l10n.t('Open the Manifest')}
              </Button>
            )}
          </p>
        </div>
      ))}
    </>
  );
}

/** How a person fixes it, with the code before and after. */
function HowTo({ patch: { howTo, text } }: { readonly patch: PatchView }) {
  if (!howTo) return null;
  const { before, after } = howTo;
  return (
    <div class="how-to">
      <h3 id="how-to-fix">{l10n.t('How to fix')}</h3>
      {howTo.text !== text && <Markdown text={howTo.text} />}
      {before !== undefined && after !== undefined && (
        <>
          <p class="quiet">{l10n.t('Before')}</p>
          <pre dir="ltr">
            <code>{before}</code>
          </pre>
          <p class="quiet">{l10n.t('After, for example')}</p>
          <pre dir="ltr">
            <code>{after}</code>
          </pre>
        </>
      )}
    </div>
  );
}

/** Who thought it out, and what that took. */
function Origin({ patch: { origin, trace } }: { readonly patch: PatchView }) {
  if (origin === '' && trace === '') return null;
  return (
    <p class="quiet">
      {origin} {trace}
    </p>
  );
}

/** Of a check that did not pass; the icon of one that did says it all. */
function statusText(status: keyof typeof icons, detail: string): string {
  if (status === 'NOT_RUN') return detail === '' || detail === notLookedAt ? l10n.t('not looked at') : detail;
  return detail === '' ? l10n.t('no') : detail;
}

function State({ patch }: { readonly patch: PatchView }) {
  const { state, text, title, proof, isProven, files } = patch;
  switch (state) {
    case 'none':
      return <p class="quiet">{l10n.t('No patch yet. You review it before anything changes.')}</p>;
    case 'busy':
      return (
        <p class="verdict">
          <span class="codicon codicon-sync codicon-modifier-spin" aria-hidden="true" /> {text}…
        </p>
      );
    case 'outdated':
      return (
        <p class="verdict note">
          <span class="codicon codicon-warning" aria-hidden="true" />{' '}
          {l10n.t('The code that the patch replaces was edited, so it no longer fits.')}
        </p>
      );
    case 'ready':
    case 'applied':
      return (
        <>
          {title !== undefined && (
            <p>
              <strong>{withCode(title)}</strong> <span class="quiet">{files.join(', ')}</span>
            </p>
          )}
          <p class={isProven ? 'verdict proof' : 'verdict proof note'}>
            <span class={`codicon codicon-${isProven ? 'verified' : 'warning'}`} aria-hidden="true" /> {proof}
          </p>
        </>
      );
    case 'failed':
      return (
        <p class="verdict note">
          <span class="codicon codicon-error" aria-hidden="true" />{' '}
          {l10n.t('The patch could not be made: {0}', text)}
        </p>
      );
    case 'unpatchable':
      return (
        <p class="verdict proof">
          <span class="codicon codicon-circle-slash" aria-hidden="true" />{' '}
          <span>{withCode(l10n.t('No automatic fix. {0}', text))}</span>
        </p>
      );
  }
}

function Actions({ patch }: { readonly patch: PatchView }) {
  switch (patch.state) {
    case 'none':
      return (
        <p class="actions">
          <Act action="generate" icon="wand" title={l10n.t('Generate Patch')} isMain />
        </p>
      );
    case 'busy':
      return (
        <p class="actions">
          <Act action="cancel" icon="stop-circle" title={l10n.t('Cancel')} />
        </p>
      );
    case 'ready':
      return (
        <p class="actions">
          <Act action="show" icon="diff" title={l10n.t('Show Patch')} isMain />
          <Act action="apply" icon="check" title={l10n.t('Apply')} />
          <Act action="regenerate" icon="refresh" title={l10n.t('Regenerate Patch')} />
        </p>
      );
    case 'outdated':
      return (
        <p class="actions">
          <Act action="regenerate" icon="refresh" title={l10n.t('Regenerate Patch')} isMain />
        </p>
      );
    case 'applied':
      return null;
    case 'failed':
    case 'unpatchable':
      return (
        <p class="actions">
          {patch.state === 'failed' && (
            <Act action="generate" icon="refresh" title={l10n.t('Generate Again')} />
          )}
          {patch.model !== '' && <Act action="askModel" icon="sparkle" title={patch.model} />}
          {patch.state === 'failed' && <Act action="force" icon="wand" title={l10n.t('Try Anyway')} />}
        </p>
      );
  }
}

interface ActProps {
  readonly action: PatchAction;
  readonly icon: string;
  readonly title: string;
  readonly isMain?: boolean;
}

function Act({ action, icon, title, isMain = false }: ActProps) {
  return (
    <Button isMain={isMain} icon={icon} onClick={() => tell({ type: 'patch', action })}>
      {title}
    </Button>
  );
}
