import * as l10n from '@vscode/l10n';
import type { DependencyView } from '../dependency-messages.ts';
import { tell } from './host.ts';
import { Markdown } from './markdown.tsx';
import { Button, Link, Section, Told } from './parts.tsx';

interface Props {
  readonly dependency: DependencyView;
}

/** Which package, by which advisory, and who brings it. */
export function Package({ dependency, description }: Props & { readonly description: string }) {
  const { name, version, otherVersions, ecosystem, role, manifest, lock, advisories, published, sources } =
    dependency;
  return (
    <Section title={l10n.t('Package')}>
      <Markdown text={description} />
      <dl>
        <dt>{l10n.t('Package')}</dt>
        <dd>
          <code>{name}</code> {[version, ...otherVersions].join(', ')}{' '}
          <span class="quiet">
            {ecosystem} · {role}
          </span>
        </dd>
        <dt>{l10n.t('Advisory')}</dt>
        <dd>
          {advisories.map(({ label, url }, index) => (
            <span key={label}>
              {index > 0 && ', '}
              {url === undefined ? label : <Link url={url}>{label}</Link>}
            </span>
          ))}
          {published !== undefined && <span class="quiet"> {l10n.t('published {0}', published)}</span>}
          {sources.length > 0 && <span class="quiet"> {l10n.t('from {0}', sources.join(', '))}</span>}
        </dd>
        <dt>{l10n.t('Asked for in')}</dt>
        <dd>
          <Place {...manifest} />
        </dd>
        {lock && (
          <>
            <dt>{l10n.t('Resolved in')}</dt>
            <dd>
              <Place {...lock} />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

/** The packages from what the project asks for to the vulnerable one. */
export function Way({ dependency: { path, manifest } }: Props) {
  if (path.length === 0) return null;
  return (
    <Section title={l10n.t('How it gets there')}>
      <ol class="way">
        <li>
          <Place {...manifest} />
        </li>
        {path.map(({ name, version }, index) => (
          <li key={`${index} ${name}`}>
            <code>{name}</code> {version}
            {index === path.length - 1 && (
              <>
                {' '}
                <span class="note">
                  <span class="codicon codicon-warning" aria-hidden="true" /> {l10n.t('vulnerable')}
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const icons = { seen: 'pass', notSeen: 'circle-slash', notKnown: 'question' } as const;

/** Whether product code gets to what is vulnerable, as three steps of evidence. */
export function Reach({ dependency: { steps, evidence, places } }: Props) {
  return (
    <Section title={l10n.t('Is it reached?')}>
      <ol class="plain evidence">
        {steps.map(({ text, state, label }) => (
          <li key={text}>
            <span class={`codicon codicon-${icons[state]}`} aria-hidden="true" />
            <span>
              {text} <span class="quiet">({label})</span>
            </span>
          </li>
        ))}
      </ol>
      <p>
        <Told text={evidence} />
      </p>
      {places.length > 0 && (
        <ul class="plain">
          {places.map((place) => (
            <li key={`${place.file} ${place.line}`}>
              <Place {...place} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What ends it, and the command that does. */
export function Fix({ dependency: { fix, advice, command } }: Props) {
  return (
    <Section title={l10n.t('Fix')} id="fix">
      <p>
        <strong>{fix}</strong>
      </p>
      {advice !== undefined && <Markdown text={advice} />}
      {command !== undefined && (
        <p class="actions">
          <Button icon="copy" onClick={() => tell({ type: 'patch', action: 'copyCommand' })}>
            {l10n.t('Copy Command')}
          </Button>
        </p>
      )}
    </Section>
  );
}

function Place({ file, line }: { readonly file: string; readonly line: number }) {
  return (
    <button type="button" class="link" onClick={() => tell({ type: 'openPlace', file, line })}>
      {file}:{line}
    </button>
  );
}
