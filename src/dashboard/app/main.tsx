import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import german from '../l10n/bundle.l10n.de.json' with { type: 'json' };
import './dashboard.css';
import { Navigation } from './navigation.tsx';
import { Pages } from './pages.tsx';
import { SignedIn } from './session.tsx';
import { Shell } from './shell.tsx';

const wanted = navigator.languages.find((each) => /^(?:de|en)\b/.test(each)) ?? 'en';
if (wanted.startsWith('de')) {
  l10n.config({ contents: german });
  document.documentElement.lang = 'de';
}

const root = document.getElementById('app');
if (root)
  render(
    <Navigation>
      <SignedIn>
        <Shell>
          <Pages />
        </Shell>
      </SignedIn>
    </Navigation>,
    root,
  );
