import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type {
  ScannerSettings,
  SettingsLevel,
} from '../../../../api/contract/repositories/scanner-settings.ts';
import { Category } from '../../../../api/contract/vocabulary.ts';
import { type Save, SettingRow } from '../../parts/setting-row.tsx';
import type { Change } from '../scanner-settings.tsx';

interface RowsProps {
  readonly settings: ScannerSettings;
  readonly change: (fields: Change) => Promise<void>;
}

/** Settings that are on or off, with what each does. */
const switches = () =>
  [
    ['prScanning', l10n.t('Scan pull requests'), l10n.t('Reports what a change brings.')],
    [
      'allowPrCheckBypass',
      l10n.t('Let contributors bypass the check'),
      l10n.t('Pull requests are scanned all the same; the check does not block them.'),
    ],
    [
      'autoPatching',
      l10n.t('Make patches automatically'),
      l10n.t('For new critical and high issues of full scans. Nothing is applied by itself.'),
    ],
  ] as const;

const moduleWord = (module: Category): string => {
  switch (module) {
    case 'SAST':
      return l10n.t('Code');
    case 'SCA':
      return l10n.t('Dependencies');
    case 'SECRETS':
      return l10n.t('Secrets');
    case 'IAC':
      return l10n.t('Infrastructure as code');
  }
};

export function Rows({ settings, change }: RowsProps) {
  const { effective, saved, origins } = settings;
  return (
    <div class="settings">
      {switches().map(([name, title, hint]) => (
        <Row
          key={name}
          title={title}
          hint={hint}
          origin={origins?.[name]}
          inherit={saved[name] === undefined ? undefined : () => change({ [name]: null })}
        >
          {(save) => (
            <input
              type="checkbox"
              aria-label={title}
              checked={effective[name]}
              onChange={(event) => save(() => change({ [name]: event.currentTarget.checked }))}
            />
          )}
        </Row>
      ))}
      {Category.options.map((module) => (
        <Row
          key={module}
          title={l10n.t('Scan for: {0}', moduleWord(module))}
          origin={origins?.scanModules[module]}
          inherit={
            saved.scanModules?.[module] === undefined
              ? undefined
              : () => change({ scanModules: { [module]: null } })
          }
        >
          {(save) => (
            <input
              type="checkbox"
              aria-label={l10n.t('Scan for: {0}', moduleWord(module))}
              checked={effective.scanModules[module]}
              onChange={(event) =>
                save(() => change({ scanModules: { [module]: event.currentTarget.checked } }))
              }
            />
          )}
        </Row>
      ))}
      <Values settings={settings} change={change} />
    </div>
  );
}

/** Settings that are more than on or off. */
function Values({ settings: { effective, saved, origins }, change }: RowsProps) {
  return (
    <>
      <Row
        title={l10n.t('Release track')}
        hint={l10n.t('EDGE has rules that are still being measured; STABLE leaves them out.')}
        origin={origins?.releaseTrack}
        inherit={saved.releaseTrack === undefined ? undefined : () => change({ releaseTrack: null })}
      >
        {(save) => (
          <select
            aria-label={l10n.t('Release track')}
            value={effective.releaseTrack}
            onChange={(event) =>
              save(() => change({ releaseTrack: event.currentTarget.value === 'EDGE' ? 'EDGE' : 'STABLE' }))
            }
          >
            <option value="STABLE">STABLE</option>
            <option value="EDGE">EDGE</option>
          </select>
        )}
      </Row>
      <Row
        title={l10n.t('Confidence threshold')}
        hint={l10n.t('0 to 100. Issues that a scan is less sure of are kept but not shown.')}
        origin={origins?.confidenceThreshold}
        inherit={
          saved.confidenceThreshold === undefined ? undefined : () => change({ confidenceThreshold: null })
        }
      >
        {(save) => (
          <input
            type="number"
            min={0}
            max={100}
            aria-label={l10n.t('Confidence threshold')}
            value={effective.confidenceThreshold}
            onChange={(event) =>
              save(() => change({ confidenceThreshold: event.currentTarget.valueAsNumber }))
            }
          />
        )}
      </Row>
      <Row
        title={l10n.t('Files that are not scanned')}
        hint={l10n.t('One pattern a line, as in a .gitignore file.')}
        origin={origins?.fileIgnorePatterns}
        inherit={
          saved.fileIgnorePatterns === undefined ? undefined : () => change({ fileIgnorePatterns: null })
        }
      >
        {(save) => (
          <textarea
            rows={4}
            aria-label={l10n.t('Files that are not scanned')}
            value={effective.fileIgnorePatterns.join('\n')}
            onChange={(event) =>
              save(() => change({ fileIgnorePatterns: linesOf(event.currentTarget.value) }))
            }
          />
        )}
      </Row>
    </>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

interface RowProps {
  readonly title: string;
  readonly hint?: string;
  readonly origin: SettingsLevel | undefined;
  /** Takes the scope's own value away; undefined where it has none. */
  readonly inherit: (() => Promise<void>) | undefined;
  readonly children: (save: Save) => ComponentChildren;
}

function Row({ title, hint, origin, inherit, children }: RowProps) {
  return (
    <SettingRow
      title={title}
      {...(hint === undefined ? {} : { hint })}
      aside={(save) => (
        <>
          {origin !== undefined && <span class="quiet">{originWord(origin)}</span>}
          {inherit && (
            <button type="button" onClick={() => save(inherit)}>
              {l10n.t('Inherit')}
              <span class="unseen"> {title}</span>
            </button>
          )}
        </>
      )}
    >
      {children}
    </SettingRow>
  );
}

function originWord(origin: SettingsLevel): string {
  switch (origin) {
    case 'default':
      return l10n.t('Default');
    case 'organization':
      return l10n.t('Set for the organization');
    case 'repository':
      return l10n.t('Set for this repository');
    case 'application':
      return l10n.t('Set for this application');
  }
}
