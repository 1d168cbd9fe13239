import * as l10n from '@vscode/l10n';
import { highlight } from '../../../markdown/highlight.ts';
import { CopyButton } from './copy-button.tsx';
import { countText } from './times.ts';

const longestShown = 50_000;

/** Code with its language, coloured, and a button that copies all of it. */
export function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const shown = code.length > longestShown ? code.slice(0, longestShown) : code;
  const name = language === '' ? l10n.t('Code') : language;
  return (
    <div class="code">
      <div class="code-bar">
        <span class="quiet">{name}</span>
        <CopyButton text={code} label={l10n.t('Copy code')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled with the keyboard. */}
      <pre tabIndex={0} dir="ltr">
        <code>
          {highlight(shown, language).map(({ kind, text }, index) =>
            kind === '' ? (
              text
            ) : (
              <span key={`${index}`} class={`hl-${kind}`}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      {shown.length < code.length && (
        <p class="quiet code-more">
          {l10n.t('{0} more characters, which Copy takes too', countText(code.length - shown.length))}
        </p>
      )}
    </div>
  );
}
