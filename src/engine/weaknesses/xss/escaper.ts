import type { Edit } from '../../fixes/edits.ts';
import type { ProjectFacts } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { javaClass, javascriptImports, javascriptModule } from '../../fixes/imports.ts';
import { pythonName } from '../../fixes/python-imports.ts';
import { declaredType } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** How a file escapes text for HTML: with what the project has, else with a few lines of its own. */
export interface Escaper {
  readonly wrap: (node: SyntaxNode, embedded: boolean) => Edit[];
  readonly edits: readonly Edit[];
}

export function escaperOf(source: Source, project: ProjectFacts, at: SyntaxNode): Escaper {
  switch (source.language) {
    case 'javascript':
      return javascript(source, project, at);
    case 'python':
      return python(source);
    case 'java':
      return java(source, project, at);
  }
}

const around = ({ at, end }: SyntaxNode, open: string, close = ')'): Edit[] => [
  { at, end: at, text: open },
  { at: end, end, text: close },
];

function javascript(source: Source, project: ProjectFacts, at: SyntaxNode): Escaper {
  const lodash = javascriptImports(source).find(
    ({ module, kind }) => module === 'lodash' && kind !== 'named',
  );
  if (lodash) return { wrap: (node) => around(node, `${lodash.local}.escape(`), edits: [] };
  const known = javascriptImports(source).find(({ module }) => module === 'escape-html');
  if (known || project.uses('escape-html')) {
    const { name, edits } = javascriptModule(source, 'escape-html', project);
    return { wrap: (node) => around(node, `${name}(`), edits };
  }
  const quote = source.style.quote;
  const typed = isTyped(source);
  const edits = withHelper(source, at, 'escapeHtml', (unit) => [
    '/** Text as HTML shows it: nothing in it is markup. */',
    typed ? 'function escapeHtml(text: unknown): string {' : 'function escapeHtml(text) {',
    `${unit}return String(text)`,
    ...[
      ['&', '&amp;'],
      ['<', '&lt;'],
      ['>', '&gt;'],
      ['"', '&quot;'],
    ].map(([from, to]) => `${unit}${unit}.replace(/${from}/g, ${quote}${to}${quote})`),
    `${unit}${unit}.replace(/'/g, ${quote}&#39;${quote});`,
    '}',
  ]);
  return { wrap: (node) => around(node, 'escapeHtml('), edits };
}

function python(source: Source): Escaper {
  const { name, edits } = pythonName(source, 'html', 'escape');
  return {
    wrap: (node, embedded) => (embedded ? around(node, `${name}(str(`, '))') : around(node, `${name}(`)),
    edits,
  };
}

function java(source: Source, project: ProjectFacts, at: SyntaxNode): Escaper {
  const uses = (text: string): boolean => source.text.includes(text);
  const asText =
    (open: string) =>
    (node: SyntaxNode): Edit[] => {
      const type = node.type === 'identifier' ? declaredType(source, source.textOf(node), node) : 'String';
      return type === undefined || type === 'String' || type === 'var'
        ? around(node, open)
        : around(node, `${open}String.valueOf(`, '))');
    };
  const from = (qualified: string, method: string): Escaper => {
    const { name, edits } = javaClass(source, qualified);
    return { wrap: asText(`${name}.${method}(`), edits };
  };
  if (uses('org.owasp.encoder') || project.uses('org.owasp.encoder'))
    return from('org.owasp.encoder.Encode', 'forHtml');
  if (uses('org.springframework.web')) return from('org.springframework.web.util.HtmlUtils', 'htmlEscape');
  if (uses('org.apache.commons.text') || project.uses('commons-text'))
    return from('org.apache.commons.text.StringEscapeUtils', 'escapeHtml4');
  const edits = withHelper(source, at, 'escapeHtml', (unit) => [
    '/** Text as HTML shows it: nothing in it is markup. */',
    'private static String escapeHtml(String text) {',
    `${unit}return String.valueOf(text)`,
    ...[
      ['&', '&amp;'],
      ['<', '&lt;'],
      ['>', '&gt;'],
      ['\\"', '&quot;'],
    ].map(([one, to]) => `${unit}${unit}.replace("${one}", "${to}")`),
    `${unit}${unit}.replace("'", "&#39;");`,
    '}',
  ]);
  return { wrap: asText('escapeHtml('), edits };
}
