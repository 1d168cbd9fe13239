import { grouped } from '../../grouped.ts';
import type { AffectedSymbols } from '../advisory.ts';
import { list, member, text, texts } from './json-values.ts';

const mostModules = 500;
const mostSymbols = 2_000;

/** The vulnerable symbols of an affected package, as the Go vulnerability database, RustSec and GitHub publish them. */
export function readSymbols(affected: unknown): readonly AffectedSymbols[] {
  const specific = member(affected, 'ecosystem_specific');
  const imports = list(member(specific, 'imports'), mostModules).flatMap((one) => {
    const path = text(member(one, 'path'));
    return path === undefined ? [] : [{ module: path, names: texts(member(one, 'symbols'), mostSymbols) }];
  });
  const functions = texts(member(member(specific, 'affects'), 'functions'), mostSymbols);
  // GitHub's own, which it published until 2025: `lodash.template`, and paths as Rust has them.
  const named = texts(member(specific, 'affected_functions'), mostSymbols);
  const dotted = named.filter((name) => !name.includes('::'));
  return [
    ...imports,
    ...rustSymbols([...functions, ...named.filter((name) => name.includes('::'))]),
    ...(dotted.length > 0 ? [{ names: dotted }] : []),
  ];
}

/** `krate::module::Type::method` by its module; a part with a capital is a type, as Rust's own lint has it. */
export function rustSymbols(paths: readonly string[]): readonly AffectedSymbols[] {
  const byModule = grouped(
    paths.map((path) => path.split('::')),
    (parts) => parts.slice(0, -nameLength(parts)).join('::'),
  );
  return [...byModule].map(([module, list]) => ({
    ...(module !== '' && { module }),
    names: list.map((parts) => parts.slice(-nameLength(parts)).join('.')),
  }));
}

const nameLength = (parts: readonly string[]): number => (/^[A-Z<]/.test(parts.at(-2) ?? '') ? 2 : 1);
