import type { SeverityCounts } from '../../../api/contract/scans/scans.ts';
import { Severity } from '../../../api/contract/vocabulary.ts';
import { severityLabel } from '../../../words/issues.ts';

/** A word beside a colour: neither colour blindness nor high contrast hides it. */
export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  return <span class={`severity ${severity.toLowerCase()}`}>{severityLabel(severity)}</span>;
}

/** Open issues by severity, worst first, without those that there are none of. */
export function SeverityTally({ counts }: { readonly counts: SeverityCounts }) {
  const present = Severity.options.filter((severity) => counts[severity] > 0);
  if (present.length === 0) return <span class="quiet">0</span>;
  return (
    <span class="tally">
      {present.map((severity) => (
        <span key={severity} class={`severity ${severity.toLowerCase()}`} title={severityLabel(severity)}>
          {counts[severity]}
          <span class="unseen"> {severityLabel(severity)}</span>
        </span>
      ))}
    </span>
  );
}
