import type { Severity } from '../../finding.ts';
import type { Target } from '../rule.ts';

/**
 * The words of rule files: what the reader accepts, and what the editor completes. This is data alone, so that the
 * editor loads it without the engine.
 */

export const operatorKeys = [
  'pattern',
  'patterns',
  'pattern-either',
  'pattern-not',
  'pattern-inside',
  'pattern-not-inside',
  'pattern-regex',
  'pattern-not-regex',
] as const;

export const conditionKeys = [
  'metavariable-regex',
  'metavariable-pattern',
  'metavariable-comparison',
  'metavariable-type',
  'metavariable-analysis',
  'focus-metavariable',
] as const;

export const taintKeys = ['pattern-sources', 'pattern-sinks', 'pattern-sanitizers'] as const;

/** Keys of a rule beside its patterns. */
export const ruleKeys = [
  'id',
  'message',
  'severity',
  'languages',
  'enabled',
  'mode',
  'metadata',
  'paths',
  'options',
  'fix',
  'fix-regex',
] as const;

/** Keys of the mappings that stand below a key. */
export const partsOf = {
  metadata: ['cwe', 'references', 'confidence'],
  paths: ['include', 'exclude'],
  options: ['constant_propagation', 'symbolic_propagation'],
  'fix-regex': ['regex', 'replacement', 'count'],
  'metavariable-regex': ['metavariable', 'regex'],
  'metavariable-pattern': ['metavariable', 'language'],
  'metavariable-comparison': ['metavariable', 'comparison', 'base'],
  'metavariable-type': ['metavariable', 'type', 'types'],
  'metavariable-analysis': ['metavariable', 'analyzer'],
} as const;

/** Keys of a source, sink or sanitizer beside its patterns. */
export const taintPartKeys = ['by-side-effect'] as const;

export const modes = ['search', 'taint'] as const;

/** Names of severities, as rules have them. */
export const severities: Readonly<Record<string, Severity>> = {
  ERROR: 'HIGH',
  WARNING: 'MEDIUM',
  INFO: 'LOW',
  INVENTORY: 'INFO',
  EXPERIMENT: 'INFO',
  CRITICAL: 'CRITICAL',
  HIGH: 'HIGH',
  MEDIUM: 'MEDIUM',
  LOW: 'LOW',
};

/** Words for how sure a rule is, as percentages. */
export const confidences: Readonly<Record<string, number>> = { HIGH: 90, MEDIUM: 60, LOW: 30 };

/** Names of languages, as rules have them. */
export const languageTargets: Readonly<Record<string, Target>> = {
  javascript: 'javascript',
  js: 'javascript',
  typescript: 'javascript',
  ts: 'javascript',
  vue: 'javascript',
  python: 'python',
  py: 'python',
  python2: 'python',
  python3: 'python',
  java: 'java',
  generic: 'text',
  regex: 'text',
  none: 'text',
};

export const analyzers = ['entropy', 'redos'] as const;
