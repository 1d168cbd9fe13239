/** What an analyst says as it goes. Calls of tools are not among them: the toolbox tells of those. */
export type AnswerEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'stage'; readonly stage: string }
  /** Adds to what was used so far. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  /** Code that goes to a model. */
  | { readonly type: 'sent'; readonly path: string; readonly bytes: number };
