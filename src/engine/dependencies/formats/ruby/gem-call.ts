import type { Origin } from '../../package.ts';
import type { Said } from '../collector.ts';
import {
  argumentNamed,
  type CallArgument,
  isMark,
  type StringToken,
  spanOfStrings,
  stringOf,
} from '../script-calls.ts';

/** `gem 'name', '~> 1.2', '>= 1.2.3', git: '…'`: what one call of Bundler or of a gemspec says. */
export function gemOf(
  given: readonly CallArgument[],
): Pick<Said, 'name' | 'version' | 'requirement' | 'origin' | 'at' | 'versionAt'> | undefined {
  const [first, ...rest] = given.filter(({ label }) => label === undefined);
  const name = stringOf(first);
  if (!name?.isPlain || name.text === '') return undefined;
  const requirements = rest.map(literals);
  const strings = requirements.flatMap((each) => each ?? []);
  const isLiteral = strings.length > 0 && requirements.every((each) => each?.every(({ isPlain }) => isPlain));
  const requirement = isLiteral ? strings.map(({ text }) => text.trim()).join(', ') : undefined;
  return {
    name: name.text,
    version: exactVersion(requirement),
    requirement,
    origin: originOf(given),
    at: name.inner,
    versionAt: isLiteral ? spanOfStrings(strings) : undefined,
  };
}

/** The strings that an argument is: one, or a list of them. */
function literals(argument: CallArgument): readonly StringToken[] | undefined {
  const alone = stringOf(argument);
  if (alone) return [alone];
  if (!isMark(argument.tokens[0], '[')) return undefined;
  return argument.tokens.filter((token): token is StringToken => token.kind === 'string');
}

/** A requirement without an operator means that very version, as `=` does. */
const exactVersion = (requirement: string | undefined): string | undefined =>
  /^(?:=\s*)?(\d[\w.-]*)$/.exec(requirement ?? '')?.[1];

function originOf(given: readonly CallArgument[]): Origin {
  if (argumentNamed(given, 'path')) return 'path';
  return argumentNamed(given, 'git', 'github', 'gist', 'bitbucket') ? 'git' : 'registry';
}
