import { bare, type Call, callOf } from '../../fixes/calls.ts';
import { soleValue } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { compose } from '../../fixes/text/compose.ts';
import { type Piece, plainText } from '../../fixes/text/pieces.ts';
import { render } from '../../fixes/text/render.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** A path, divided into the folder that the program names and what is looked up in it. */
export interface SplitPath {
  /** Code of the folder. */
  readonly folder: string;
  /** Code of the rest. */
  readonly rest: string;
  /** The expression that both are taken from. */
  readonly node: SyntaxNode;
}

const joins: Readonly<Record<Source['language'], RegExp>> = {
  javascript: /^(?:path\.)?(?:posix\.)?(?:join|resolve)$/,
  python: /^(?:(?:os\.path\.|path\.)?join|(?:pathlib\.)?(?:Pure)?Path)$/,
  java: /^(?:Paths\.get|Path\.of|new File)$/,
};

const turnedInto =
  /^(?:toPath|toFile|getPath|toString|getAbsolutePath|toAbsolutePath|getAbsoluteFile|normalize)$/;

/** @returns undefined where nothing names a folder: then any file is meant, and which ones may be read is not said */
export function splitPath(source: Source, given: SyntaxNode): SplitPath | undefined {
  const node = bare(given);
  if (node.type === 'identifier') {
    const value = soleValue(source, node);
    return value ? splitPath(source, value) : undefined;
  }
  const call = callOf(source, node);
  const called = call && joinedPath(source, call);
  if (called) return called;
  // `file.toPath()`: the same place in another form.
  if (source.language === 'java' && call?.receiver && call.args.length === 0 && turnedInto.test(call.name))
    return splitPath(source, call.receiver);
  if (source.language === 'python' && node.type === 'binary_operator') {
    const [left, , right] =
      node.children.length === 3 ? node.children : [node.children[0], undefined, node.children[1]];
    if (left && right && /^\s*\/\s*$/.test(source.text.slice(left.end, right.at)) && isFixed(source, left))
      return { folder: source.textOf(left), rest: source.textOf(right), node };
  }
  return fromText(source, node);
}

function joinedPath(source: Source, call: Call): SplitPath | undefined {
  const name = call.isNew
    ? `new ${call.name}`
    : call.receiver
      ? `${source.textOf(call.receiver)}.${call.name}`
      : call.name;
  const [first, ...rest] = call.args;
  if (
    source.language === 'java' &&
    call.name === 'resolve' &&
    call.receiver &&
    first &&
    isFixed(source, call.receiver)
  )
    return { folder: source.textOf(call.receiver), rest: source.textOf(first), node: call.node };
  if (!joins[source.language].test(name) || !first) return undefined;
  if (rest.length === 0) {
    const inner = fromText(source, bare(first));
    return inner && { ...inner, node: call.node };
  }
  if (!isFixed(source, first)) return undefined;
  const fixed = rest.findIndex((arg) => !isFixed(source, arg));
  const cut = fixed < 0 ? rest.length - 1 : fixed;
  const heads = [first, ...rest.slice(0, cut)];
  const tails = rest.slice(cut);
  const headCode = heads.map((one) => source.textOf(one));
  const folder = headCode.length === 1 ? (headCode[0] ?? '') : rejoined(source, call, headCode);
  const rest_ = tails.map((one) => source.textOf(one));
  return {
    folder,
    rest: rest_.length === 1 ? (rest_[0] ?? '') : rejoined(source, call, rest_),
    node: call.node,
  };
}

function rejoined(source: Source, call: Call, codes: readonly string[]): string {
  if (source.language === 'java') return `Paths.get(${codes.join(', ')}).toString()`;
  const callee = call.receiver ? `${source.textOf(call.receiver)}.${call.name}` : call.name;
  return `${callee}(${codes.join(', ')})`;
}

/** `'/srv/files/' + name`, `${root}/${name}.json`: up to the last slash before the first computed part. */
function fromText(source: Source, node: SyntaxNode): SplitPath | undefined {
  const { pieces } = compose(source, node);
  if (pieces.length < 2) return undefined;
  const [first, second] = pieces;
  if (!first || !second) return undefined;
  if (first.kind === 'text') {
    const text = plainText(first.units);
    const slash = text.lastIndexOf('/');
    const cut = slash < 0 ? undefined : slash;
    if (cut === undefined) return undefined;
    const head: Piece = {
      ...first,
      units: first.units.slice(0, Math.max(cut, 1)),
      at: undefined,
      end: undefined,
    };
    const tail: Piece[] = [
      { ...first, units: first.units.slice(cut + 1), at: undefined, end: undefined },
      ...pieces.slice(1),
    ];
    return { folder: quoted(source, render(source, [head])), rest: code(source, tail), node };
  }
  if (second.kind !== 'text' || !isFixed(source, first.node)) {
    // A folder's name that ends with a slash itself.
    if (second.kind === 'code' && isFixed(source, first.node))
      return { folder: first.code, rest: code(source, pieces.slice(1)), node };
    return undefined;
  }
  if (second.units[0]?.ch !== '/') return undefined;
  const tail: Piece[] = [
    { ...second, units: second.units.slice(1), at: undefined, end: undefined },
    ...pieces.slice(2),
  ];
  return { folder: first.code, rest: code(source, tail), node };
}

const quoted = (source: Source, text: string): string =>
  text.startsWith('`') && !text.includes('${')
    ? source.style.quote + text.slice(1, -1) + source.style.quote
    : text;

function code(source: Source, pieces: readonly Piece[]): string {
  const kept = pieces.filter((piece) => piece.kind === 'code' || piece.units.length > 0);
  const [only] = kept;
  if (kept.length === 1 && only?.kind === 'code') return only.code;
  return render(source, kept);
}

/** What the program itself chose: a literal, a constant by its name, a setting, a field. */
function isFixed(source: Source, node: SyntaxNode): boolean {
  const one = bare(node);
  const text = source.textOf(one);
  if (/string/.test(one.type)) return compose(source, one).pieces.every(({ kind }) => kind === 'text');
  if (
    /\b(?:req|request|ctx|event|params|query|body|args|form|files?)\b/i.test(text) &&
    !/^[A-Z_\d]+$/.test(text)
  )
    return false;
  if (one.type === 'identifier') {
    if (/^[A-Z][A-Z\d_]*$|^__dirname$|(?:root|dir|folder|base|directory|prefix)$/i.test(text)) return true;
    const value = soleValue(source, one);
    return value !== undefined && (value.type === 'object_creation_expression' || isFixed(source, value));
  }
  if (/^(?:member_expression|field_access|attribute)$/.test(one.type))
    return (
      /^(?:this|self|settings|config|app\.config|process\.env|[A-Z]\w*)\b/.test(text) ||
      /(?:root|dir|folder|base|directory)$/i.test(text)
    );
  const call = callOf(source, one);
  if (call)
    return (
      /^(?:join|resolve|get|of|Path|cwd|getcwd|tmpdir|dirname|getenv|toPath|File|abspath|realpath)$/.test(
        call.name,
      ) && call.args.every((arg) => isFixed(source, arg))
    );
  return false;
}
