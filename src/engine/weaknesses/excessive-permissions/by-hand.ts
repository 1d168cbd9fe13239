import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    line
      .replace(/write-all/, 'read-all')
      .replace(/\bcluster-admin\b/, 'view')
      .replace(/roles\/(?:owner|editor)/, 'roles/viewer')
      .replace(/\b(?:Owner|Contributor)\b/, 'Reader')
      .replace(/["']\*(?::\*)?["']/, '"s3:GetObject"')
      .replace(/\btrue\b/, 'false'),
};
