import * as z from 'zod/mini';
import { longestContext, longestNote } from '../issues/limits.ts';
import { DependencyView } from './dependency-messages.ts';
import { needFromPage, patchFromPage, patchToPage } from './patch-messages.ts';
import { trackerFromPage, trackerToPage } from './tracker-messages.ts';

/** What the details page and the extension say to each other. Both sides parse what they receive. */

const StepView = z.object({
  roleLabel: z.string(),
  message: z.string(),
  file: z.string(),
  line: z.number(),
  snippet: z.string(),
});

const MetricView = z.object({ metric: z.string(), value: z.string(), reasoning: z.string() });
const ScoreView = z.object({
  name: z.string(),
  grade: z.string(),
  vector: z.string(),
  metrics: z.array(MetricView),
});

const EvidenceView = z.object({
  speaks: z.enum(['real', 'harmless', 'neither']),
  text: z.string(),
  place: z.optional(z.object({ file: z.string(), line: z.number() })),
});

const InvestigationView = z.object({
  state: z.enum(['underWay', 'completed', 'failed', 'cancelled']),
  /** What goes on, or why it failed. */
  stage: z.string(),
  verdict: z.optional(z.object({ label: z.string(), icon: z.string() })),
  summary: z.optional(z.string()),
  confidence: z.optional(z.number()),
  /** What the person who asked for it wrote. */
  context: z.optional(z.string()),
  evidence: z.array(EvidenceView),
  updatedAt: z.optional(z.string()),
  /** What a language model took for its reasoning. */
  trace: z.optional(z.string()),
  /** The decision that fits, as the label of its button. */
  fitting: z.optional(z.string()),
});
export type InvestigationView = z.infer<typeof InvestigationView>;

const HistoryView = z.object({
  at: z.string(),
  by: z.string(),
  what: z.string(),
  reason: z.string(),
});

/** An issue in words: everything the page shows, and nothing that it does not. */
export const DetailsView = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO']),
  severityLabel: z.string(),
  score: z.number(),
  confidence: z.number(),
  className: z.string(),
  ruleId: z.string(),
  /** The one state that it is in. */
  statusLabel: z.string(),
  /** A codicon; empty where the word is enough. */
  statusIcon: z.string(),
  isSuppressed: z.boolean(),
  /** False where no service would keep a decision. */
  canDecide: z.boolean(),
  /** What this window did to it last and can undo. */
  undo: z.array(z.object({ what: z.enum(['patch', 'decision']), label: z.string() })),
  /** Whether its file can be analysed again. */
  canCheck: z.boolean(),
  /** Of an issue of an on-demand scan: what makes possible that it is fixed and decided. */
  unsaved: z.optional(z.string()),
  /** Whether the service has a page of it. */
  isAtService: z.boolean(),
  decision: z.optional(z.string()),
  isNew: z.boolean(),
  /** The scan's severity, where a person set another. */
  foundSeverity: z.optional(z.string()),
  /** Why it is ranked low: its code is no part of the product. */
  outside: z.optional(z.string()),
  /** Whose data it is: the source's threat model. */
  threat: z.optional(z.string()),
  route: z.optional(z.object({ text: z.string(), guards: z.array(z.string()), isOpen: z.boolean() })),
  investigation: z.optional(InvestigationView),
  assessment: z.optional(z.string()),
  note: z.string(),
  tracker: z.optional(
    z.object({
      id: z.string(),
      title: z.string(),
      url: z.string(),
      /** As a connected tracker calls it. */
      state: z.optional(z.object({ name: z.string() })),
    }),
  ),
  history: z.array(HistoryView),
  file: z.string(),
  line: z.number(),
  description: z.string(),
  /** Of an issue about a package. */
  dependency: z.optional(DependencyView),
  impact: z.optional(z.string()),
  /** Markdown. */
  remediation: z.optional(z.string()),
  weaknesses: z.array(z.object({ label: z.string(), url: z.optional(z.string()) })),
  references: z.array(z.object({ title: z.string(), url: z.string() })),
  flows: z.array(z.object({ steps: z.array(StepView) })),
  /** Other sinks of the same cause, each with the flow that leads there. */
  alsoReaches: z.array(
    z.object({ flow: z.number(), file: z.string(), line: z.number(), snippet: z.string() }),
  ),
  preconditions: z.array(
    z.object({ text: z.string(), state: z.enum(['met', 'notMet', 'notKnown']), label: z.string() }),
  ),
  attackSteps: z.array(z.object({ text: z.string(), step: z.optional(z.number()) })),
  /** The score beside CVSS, and why they differ in severity where they do. */
  rating: z.string(),
  scores: z.array(ScoreView),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type DetailsView = z.infer<typeof DetailsView>;

/** A place in the issue's flows, counted from 0. */
const Position = z.object({ flow: z.number(), step: z.number() });
export type Position = z.infer<typeof Position>;

export const ToPage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('issue'),
    issue: DetailsView,
    position: z.nullable(Position),
    /** What the page keeps over a reload, to ask for the same issue. */
    state: z.object({ issueId: z.string(), folder: z.string() }),
    /** Translations, for a display language other than English. */
    translations: z.nullable(z.record(z.string(), z.string())),
  }),
  z.object({ type: z.literal('position'), position: z.nullable(Position), note: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string(), canRetry: z.boolean() }),
  patchToPage,
  trackerToPage,
]);
export type ToPage = z.infer<typeof ToPage>;

export const FromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('openStep'), position: Position }),
  z.object({ type: z.literal('openCode') }),
  z.object({ type: z.literal('openPlace'), file: z.string(), line: z.number() }),
  z.object({ type: z.literal('triage') }),
  z.object({ type: z.literal('undo'), what: z.enum(['patch', 'decision']) }),
  z.object({ type: z.literal('checkAgain') }),
  z.object({ type: z.literal('saveToProject') }),
  z.object({ type: z.literal('decide'), decision: z.enum(['falsePositive', 'acceptRisk', 'reopen']) }),
  z.object({ type: z.literal('decideAsFound') }),
  z.object({ type: z.literal('investigate'), context: z.string().check(z.maxLength(longestContext)) }),
  z.object({ type: z.literal('cancelInvestigation') }),
  z.object({ type: z.literal('saveNote'), note: z.string().check(z.maxLength(longestNote)) }),
  z.object({ type: z.literal('linkTracker') }),
  z.object({ type: z.literal('openInService') }),
  z.object({ type: z.literal('unlinkTracker') }),
  /** The issue is painted. */
  z.object({ type: z.literal('shown') }),
  z.object({ type: z.literal('openLink'), url: z.string() }),
  patchFromPage,
  needFromPage,
  trackerFromPage,
]);
export type FromPage = z.infer<typeof FromPage>;

/** What the editor keeps of the page; the page keeps drafts there too, which concern nobody else. */
export const SavedState = z.object({ issueId: z.string(), folder: z.string() });
export type SavedState = z.infer<typeof SavedState>;
