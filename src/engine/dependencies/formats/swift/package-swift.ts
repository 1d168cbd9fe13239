import type { Span } from '../../../files/structured/value.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector, type Said } from '../collector.ts';
import { baseOf } from '../paths.ts';
import {
  argumentNamed,
  type CallArgument,
  callArguments,
  isMark,
  isName,
  stringOf,
} from '../script-calls.ts';
import { type ScriptToken, scriptTokens, swiftSyntax } from '../script-tokens.ts';

/**
 * Package.swift (docs.swift.org/package-manager/PackageDescription): `.package(url: "…", from: "1.0.0")` with literal
 * arguments. A requirement is given as Swift's range, `1.0.0..<2.0.0`.
 */
export const packageSwift: ManifestFormat = {
  id: 'Package.swift',
  kind: 'manifest',
  reads: (path) => /^Package(?:@swift-[\d.]+)?\.swift$/.test(baseOf(path)),
  read(text) {
    const found = new Collector('SwiftURL', text);
    const tokens = scriptTokens(text, swiftSyntax);
    for (const [index, token] of tokens.entries()) {
      if (!isName(token, 'package') || !isMark(tokens[index - 1], '.') || !isMark(tokens[index + 1], '('))
        continue;
      const given = callArguments(tokens, index + 1);
      const url = stringOf(argumentNamed(given, 'url', 'id'));
      const path = stringOf(argumentNamed(given, 'path'));
      const at = url ?? path;
      if (!at?.isPlain) continue;
      found.add({
        name: at.text,
        scope: 'production',
        group: 'dependencies',
        direct: true,
        at: at.inner,
        ...(path && !url ? { origin: 'path' } : requirementOf(given)),
      });
    }
    return found.result();
  },
};

type Requirement = Pick<Said, 'version' | 'requirement' | 'origin' | 'versionAt'>;

function requirementOf(given: readonly CallArgument[]): Requirement {
  if (argumentNamed(given, 'branch', 'revision')) return { origin: 'git' };
  const labelled = given.find(({ label }) => label !== undefined && /^(?:from|exact)$/.test(label));
  if (labelled) return ofVersion(labelled.label ?? '', stringOf(labelled));
  // `.upToNextMajor(from: "1.0.0")`, `.exact("1.0.0")`, `"1.0.0"..<"2.0.0"`, `.branch("main")`
  const tokens = given.findLast(({ label }) => label === undefined)?.tokens ?? [];
  const strings = tokens.filter((token) => token.kind === 'string');
  const [first, last] = strings;
  if (isMark(tokens[0], '.') && tokens[1]?.kind === 'name') {
    const rule = tokens[1].text;
    return rule === 'branch' || rule === 'revision' ? { origin: 'git' } : ofVersion(rule, first);
  }
  if (!first || !last) return {};
  const operator = tokens.some((token) => isMark(token, '<')) ? '..<' : '...';
  return {
    requirement: `${first.text}${operator}${last.text}`,
    versionAt: { start: first.inner.start, end: last.inner.end },
  };
}

function ofVersion(rule: string, token: ScriptToken | undefined): Requirement {
  if (token?.kind !== 'string' || !token.isPlain) return {};
  const version = token.text;
  const versionAt: Span = token.inner;
  const [, major = '0', minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (rule === 'exact') return { version, requirement: version, versionAt };
  const next = rule === 'upToNextMinor' ? `${major}.${Number(minor) + 1}.0` : `${Number(major) + 1}.0.0`;
  return { requirement: `${version}..<${next}`, versionAt };
}
