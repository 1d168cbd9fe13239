import type { ManifestFormat } from '../../package.ts';
import { Collector, type Said } from '../collector.ts';
import { isMark, isName } from '../script-calls.ts';
import { type ScriptToken, scalaSyntax, scriptTokens } from '../script-tokens.ts';

/**
 * build.sbt and project/*.sbt (scala-sbt.org, "Library dependencies"): `"group" %% "artifact" % "1.0" % Test`. After `%%`
 * the binary version of Scala belongs to the artifact's name; sbt 1 takes Scala 2.12 where no version is set.
 */
export const sbt: ManifestFormat = {
  id: 'build.sbt',
  kind: 'manifest',
  reads: (path) => path.endsWith('.sbt'),
  read(text) {
    const found = new Collector('Maven', text);
    const tokens = scriptTokens(text, scalaSyntax);
    const values = valuesOf(tokens);
    const suffix = scalaSuffix(tokens, values);
    for (let index = 0; index < tokens.length; index++) {
      const said = dependencyAt(tokens, index, values, suffix);
      if (!said) continue;
      found.add(said.entry);
      index = said.end - 1;
    }
    return found.result();
  },
};

type Values = ReadonlyMap<string, ScriptToken & { readonly kind: 'string' }>;

/** `val name = "text"` */
function valuesOf(tokens: readonly ScriptToken[]): Values {
  const found = new Map<string, ScriptToken & { readonly kind: 'string' }>();
  for (const [index, token] of tokens.entries()) {
    const name = tokens[index - 2];
    if (token.kind === 'string' && isMark(tokens[index - 1], '=') && name?.kind === 'name')
      found.set(name.text, token);
  }
  return found;
}

function scalaSuffix(tokens: readonly ScriptToken[], values: Values): string {
  for (const [index, token] of tokens.entries()) {
    if (!isName(token, 'scalaVersion') || !isMark(tokens[index + 1], ':') || !isMark(tokens[index + 2], '='))
      continue;
    const given = tokens[index + 3];
    const text = given?.kind === 'name' ? values.get(given.text)?.text : given?.text;
    const [, major, minor] = /^(\d+)\.(\d+)/.exec(text ?? '') ?? [];
    if (major !== undefined) return Number(major) > 2 ? `_${major}` : `_${major}.${minor}`;
  }
  return '_2.12';
}

function dependencyAt(
  tokens: readonly ScriptToken[],
  index: number,
  values: Values,
  suffix: string,
): { readonly entry: Said; readonly end: number } | undefined {
  const group = tokens[index];
  if (group?.kind !== 'string' || !isMark(tokens[index + 1], '%')) return undefined;
  const separator = percents(tokens, index + 1);
  const artifact = tokens[index + 1 + separator];
  if (artifact?.kind !== 'string' || !isMark(tokens[index + 2 + separator], '%')) return undefined;
  const versionIndex = index + 3 + separator;
  const given = tokens[versionIndex];
  const version =
    given?.kind === 'name' ? values.get(given.text) : given?.kind === 'string' ? given : undefined;
  if (given?.kind !== 'string' && given?.kind !== 'name') return undefined;
  const scope = isMark(tokens[versionIndex + 1], '%') ? tokens[versionIndex + 2] : undefined;
  const configuration = scope?.kind === 'string' || scope?.kind === 'name' ? scope.text : 'compile';
  const isExact = /^[^,[\]()+\s]+$/.test(version?.text ?? '') && !version?.text.startsWith('latest.');
  return {
    entry: {
      name: `${group.text}:${artifact.text}${separator === 1 ? '' : suffix}`,
      version: isExact ? version?.text : undefined,
      requirement: version?.text,
      scope: /^(?:test|it|IntegrationTest)$/i.test(configuration.split('->')[0] ?? '')
        ? 'development'
        : 'production',
      group: configuration,
      direct: true,
      at: { start: group.inner.start, end: artifact.inner.end },
      versionAt: version?.inner,
    },
    end: versionIndex + 1,
  };
}

/** `%`, `%%` or `%%%` */
function percents(tokens: readonly ScriptToken[], at: number): number {
  let count = 0;
  while (isMark(tokens[at + count], '%') && count < 3) count++;
  return count;
}
