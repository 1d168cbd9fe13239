import type { SourceFile } from '../analysis.ts';
import type { Finding } from '../finding.ts';
import { type SecretMatch, secretFindings } from './report.ts';

const privateKey =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=,:\s-]|\\[nr]){60,20000}?-----END /g;

export function scanText(file: SourceFile): Finding[] {
  const matches: SecretMatch[] = [];
  for (const match of file.text.matchAll(privateKey)) {
    matches.push({
      start: match.index,
      end: match.index + match[0].length,
      ruleId: 'text/hard-coded-secret/private-key',
      title: 'private key',
      cwe: 'CWE-321',
      score: 90,
      confidence: 95,
      random: true,
    });
  }
  return secretFindings(file, matches);
}
