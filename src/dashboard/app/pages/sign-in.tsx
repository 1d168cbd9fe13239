import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { pageAt } from '../../../api/dashboard-address.ts';

const wantedKey = 'parapet.wanted';

/** For who is not signed in. The page that they came for is shown once they are. */
export function SignIn() {
  useEffect(() => sessionStorage.setItem(wantedKey, location.pathname + location.search), []);
  return (
    <main class="sign-in">
      <h1>Parapet</h1>
      <p>{l10n.t('Sign in to see your organization’s repositories and issues.')}</p>
      <a class="button main" href="/sign-in">
        {l10n.t('Sign In')}
      </a>
    </main>
  );
}

/** The address that was asked for before the sign-in, once; undefined where there was none. */
export function takeWanted(): string | undefined {
  const wanted = sessionStorage.getItem(wantedKey);
  sessionStorage.removeItem(wantedKey);
  if (wanted === null || pageAt(wanted.split('?')[0] ?? '').kind === 'unknown') return undefined;
  return wanted;
}
