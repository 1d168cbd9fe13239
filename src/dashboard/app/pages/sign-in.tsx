import * as l10n from '@vscode/l10n';

/** For who is not signed in. Where no identity provider is configured, an administrator has the link. */
export function SignIn() {
  return (
    <main class="sign-in">
      <h1>Parapet</h1>
      <p>{l10n.t('Sign in to see your organization’s repositories and issues.')}</p>
      <a
        class="button main"
        href={`/sign-in?return=${encodeURIComponent(location.pathname + location.search)}`}
      >
        {l10n.t('Sign In')}
      </a>
    </main>
  );
}
