/** Why a language model could not answer, in a sentence for a person, without its key or what was sent. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

const reasons: Readonly<Record<number, string>> = {
  400: 'did not take the request',
  401: 'refused the key. Connect it again with a valid one',
  402: 'asks for payment',
  403: 'refused the key, or the key may not use this model',
  404: 'knows no such model at this address. Check its name and the address',
  408: 'took too long',
  413: 'found the conversation too long. Begin a new one',
  429: 'has had too many requests. Try again later',
  529: 'is overloaded. Try again later',
};

/** @param said what the server said, of which a short part without secrets is passed on */
export function failureOfStatus(status: number, said: string): ModelFailure {
  const reason =
    reasons[status] ?? (status >= 500 ? 'has an error of its own. Try again later' : 'refused the request');
  const detail = detailOf(said);
  return new ModelFailure(
    `The language model ${reason} (HTTP ${status}${detail === '' ? '' : `: ${detail}`}).`,
  );
}

/** The message of the usual error bodies; nothing that looks like a key. */
function detailOf(said: string): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(said)?.[1] ?? '';
  return message
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/[\w-]{20,}/g, '…')
    .replace(/[^\x20-\x7e…]/g, '')
    .slice(0, 200);
}

/** The reason for a person, whatever the library wrapped it in. */
export function asFailure(error: unknown, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  for (let at: unknown = error, depth = 0; depth < 6 && at instanceof Error; at = at.cause, depth++) {
    if (at instanceof ModelFailure) return at;
    if ('code' in at && typeof at.code === 'string' && /^(?:ECONN|EPIPE|UND_ERR)/.test(at.code)) {
      return new ModelFailure(
        'The connection to the language model broke off in the middle of its answer. Ask again.',
        { cause: error },
      );
    }
  }
  return new ModelFailure(
    'The answer of the language model could not be read. Check that the address speaks the protocol that was chosen.',
    { cause: error },
  );
}
