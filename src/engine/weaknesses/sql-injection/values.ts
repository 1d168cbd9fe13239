import { declaredType } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { render } from '../../fixes/text/render.ts';
import type { Parameter } from './parameterise.ts';

/** The code of a value that is handed over beside the statement, converted where the text alone made it a number. */
export function valueCode(source: Source, parameter: Parameter): string {
  const [only] = parameter.parts;
  if (parameter.parts.length !== 1 || only?.kind !== 'code')
    return render(source, withEmbedding(source, parameter));
  const { code } = only;
  if (source.language === 'javascript') return parameter.number ? `Number(${code})` : code;
  if (source.language === 'python') return parameter.number ? `int(${code})` : code;
  if (parameter.quoted) return isText(source, parameter) ? code : `String.valueOf(${code})`;
  return isText(source, parameter) ? `Long.parseLong(${code})` : code;
}

/** Whether a Java value is text, as far as its declaration says; without one it is taken for text where it was quoted. */
function isText(source: Source, parameter: Parameter): boolean {
  const [only] = parameter.parts;
  if (only?.kind !== 'code') return true;
  const { node, code } = only;
  const type = node.type === 'identifier' ? declaredType(source, code, node) : undefined;
  if (type !== undefined && type !== 'var') return type === 'String';
  if (
    /\.(?:getParameter|getHeader|getQueryString|trim|toString|toLowerCase|toUpperCase|getProperty|readLine)\(/.test(
      code,
    )
  )
    return true;
  return parameter.quoted;
}

/** Text around code becomes a template or formatted literal, the shortest way to write it. */
function withEmbedding(source: Source, { parts }: Parameter): Parameter['parts'] {
  if (source.language === 'java')
    return parts.map((part) => (part.kind === 'code' ? { ...part, embedded: false } : part));
  // Quotation marks within a formatted literal are not for every version of Python.
  const plain =
    source.language === 'python' && parts.some((part) => part.kind === 'code' && /['"\\\\]/.test(part.code));
  if (plain)
    return parts.map((part) =>
      part.kind === 'code'
        ? { ...part, embedded: false, code: part.embedded ? `str(${part.code})` : part.code }
        : { ...part, quotes: { ...part.quotes, prefix: '' } },
    );
  return parts.map((part) =>
    part.kind === 'code' ? { ...part, embedded: true } : { ...part, at: undefined, end: undefined },
  );
}
