import type { Issues } from '../issues/register.ts';
import type { Window } from '../window.ts';
import type { reviewCommands } from './commands.ts';
import { ReviewThreads } from './review-threads.ts';

/** Registers comment threads of issues on changed lines. */
export function registerReview({ store, log, keep, register }: Window, { details }: Issues): void {
  const review = new ReviewThreads({ store, details, log });
  register<typeof reviewCommands>({
    'parapet.nextReviewThread': () => review.next(),
    'parapet.applyFromThread': (...args) => review.apply(args),
    'parapet.dismissFromThread': (...args) => review.dismiss(args),
  });
  keep(review);
}
