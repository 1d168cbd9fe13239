import { type Answer, type Asked, say } from './asked.ts';
import { connectModel } from './words.ts';

/** Answers about itself, and to what it does not understand. */

const abilities = [
  '- **See**: *show critical issues in api/* · *how many SQL injections?* · *summary* · *what changed since the last scan?*',
  '- **Understand**: *explain number 2* · *why?* · *compare 1 and 3* · *what is SSRF?*',
  '- **Decide**: *what should I fix first?* · *number 2 is a false positive because …* · *investigate this*',
  '- **Fix**: *fix the second one* · *show the patch* · *apply it*',
  '- **Look around**: *scan* · *scan my changes* · *is this code safe?* with a selection · *search for "exec(" in src/* · *show src/app.ts:40* · *which endpoints have no authentication?* · *where is file upload handled?* · *AI components* · *rules*',
].join('\n');

export async function* help(_asked: Asked): Answer {
  yield say(
    `I answer from Parapet's own tools, without a language model; nothing leaves the machine. Ask in English or German, for example:\n\n${abilities}\n\nWhatever changes something asks you first. Issues, files and selections can be added to a message. ${connectModel}`,
  );
}

export async function* greeting(_asked: Asked): Answer {
  yield say(
    'Hello. Ask me about the security of this code, e.g. *what should I fix first?*, *show critical issues* or *help*.',
  );
}

export async function* thanks(_asked: Asked): Answer {
  yield say('You are welcome.');
}

export async function* unknown(_asked: Asked): Answer {
  yield say(
    `I did not understand that: I am not a language model, and answer questions about issues, patches, scans and the code. For example *show critical issues*, *what should I fix first?*, *scan my changes*; *help* lists more. ${connectModel}`,
  );
}
