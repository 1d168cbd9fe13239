import * as l10n from '@vscode/l10n';
import type { ThreatModel } from '../../api/contract/vocabulary.ts';

/** Returns whose data a source gives, as it stands after "Source:". */
export function threatText(model: ThreatModel): string {
  switch (model) {
    case 'remote':
      return l10n.t('a client (remote)');
    case 'library':
      return l10n.t('a caller of the library (library)');
    case 'response':
      return l10n.t('an answer of another server (response)');
    case 'file':
      return l10n.t('a file or an archive (file)');
    case 'database':
      return l10n.t('stored data (database)');
    case 'environment':
      return l10n.t('the environment (environment)');
    case 'arguments':
      return l10n.t('the command line or user input (arguments)');
    case 'system':
      return l10n.t('output of another program (system)');
  }
}
