import { type Severity, Severity as severities, severityFloor } from '../../api/contract/vocabulary.ts';

/** The score nearest to the engine's within what the severity means. */
export function scoreWithin(severity: Severity, foundScore: number): number {
  const worse = severities.options[severities.options.indexOf(severity) - 1];
  const highest = worse === undefined ? 100 : severityFloor[worse] - 1;
  return Math.min(highest, Math.max(severityFloor[severity], foundScore));
}
