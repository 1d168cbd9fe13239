import * as z from 'zod';

/** One wrong field, by its path in the request, e.g. `repositoryIds[2]`; empty for the request as a whole. */
export const FieldProblem = z.object({
  path: z.string(),
  message: z.string(),
  line: z.int().min(1).optional().describe('Of a text with several lines: the one that is wrong.'),
});
export type FieldProblem = z.output<typeof FieldProblem>;

/** What the service answers when it refuses. `error` is a sentence for a person. */
export const ErrorBody = z.object({
  error: z.string(),
  /** On the 404 of an address that the service does not have, unlike that of a thing which is not there. */
  code: z.literal('unknownAddress').optional(),
  requestId: z.string().optional(),
  issues: z.array(FieldProblem).optional(),
  /** On the 409 of a full scan already in progress: that scan. */
  scanId: z.string().optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/** Parameters the interface once had, with what to send in their place. */
export const removedParameters: Readonly<Record<string, string>> = {
  orgId: 'orgId is no longer accepted; send organizationId.',
};

/** When each status is answered, for the OpenAPI document. */
export const errorMeaning: Readonly<Record<number, string>> = {
  400: 'Malformed JSON, wrong content type, unknown or removed field, or a value outside its limits.',
  401: 'Credentials missing, malformed, unknown or expired.',
  403: "The token's user lacks the permission.",
  404: 'Not there, or in another organization.',
  409: 'The present state forbids it.',
  413: 'The body is over its limit.',
  422: 'Well-formed but impossible.',
  429: 'Too many requests; see Retry-After.',
  503: 'Starting, draining or out of capacity; see Retry-After.',
};
