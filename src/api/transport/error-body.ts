import * as z from 'zod';
import { ErrorBody } from '../contract/errors.ts';

/** Longer messages are cut: they are shown to a person. */
const maximumMessage = 1000;

const NestedError = z.object({
  error: z.object({ code: z.union([z.string(), z.number()]).optional(), message: z.string() }),
  requestId: z.string().optional(),
});

/** Reads both error shapes, `{error: string}` and `{error: {code, message}}`; undefined when it is neither. */
export function readErrorBody(body: unknown): ErrorBody | undefined {
  const plain = z
    .object({
      error: z.string(),
      code: z.catch(ErrorBody.shape.code, undefined),
      requestId: z.catch(ErrorBody.shape.requestId, undefined),
      issues: z.catch(ErrorBody.shape.issues, undefined),
      scanId: z.catch(ErrorBody.shape.scanId, undefined),
    })
    .safeParse(body);
  if (plain.success) return { ...plain.data, error: cut(plain.data.error) };
  const nested = NestedError.safeParse(body);
  if (!nested.success) return undefined;
  return { error: cut(nested.data.error.message), requestId: nested.data.requestId };
}

function cut(message: string): string {
  return message.length > maximumMessage ? `${message.slice(0, maximumMessage)}…` : message;
}
