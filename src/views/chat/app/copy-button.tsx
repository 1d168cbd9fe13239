import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { tell } from './host.ts';
import { IconButton } from './parts.tsx';

const thanksMs = 1_500;

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? l10n.t('Copied') : label}
      onClick={() => {
        tell({ type: 'copy', text });
        setCopied(true);
      }}
    />
  );
}
