import { bare, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { ProjectFacts } from '../../fixes/fix.ts';
import { javaClass, javascriptImports, javascriptModule } from '../../fixes/imports.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { resolved } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

const renders = /^(?:render\w*|marked|(?=\w*markdown)\w+|to_?html|markup|html|get(?:inner|outer)html)$/i;

/**
 * Whether a value is markup by what it is called or made with: the result of a renderer, or something named `html`.
 * Escaping it would show tags to the reader.
 */
export function isMarkupOnPurpose(source: Source, given: SyntaxNode): boolean {
  const node = resolved(source, given);
  const call = callOf(source, node);
  if (call) {
    if (renders.test(call.name)) return true;
    if (/^(?:parse|convert|process)$/.test(call.name) && call.receiver)
      return /mark|\bmd\b/i.test(source.textOf(call.receiver));
    // `params.get('html')`
    const [key] = call.args;
    return (
      call.args.length === 1 &&
      key !== undefined &&
      /^['"](?:\w*_)?(?:html|markup)['"]$/i.test(source.textOf(key))
    );
  }
  return /(?:^|[.\]'"])(?:\w*_)?(?:html|markup)['"]?\]?$|Html$/i.test(source.textOf(bare(given)));
}

/** What cleans markup with a library that the project has: all but harmless tags is left out. */
export interface Cleaner {
  readonly wrap: (node: SyntaxNode) => Edit[];
  readonly edits: readonly Edit[];
}

export const noCleaner =
  'The value is markup on purpose, and would be shown with its tags if it were escaped: clean it with a sanitizer for HTML, such as DOMPurify, nh3 or the OWASP sanitizer, which the project does not have yet.';

export function cleanerOf(source: Source, project: ProjectFacts): Cleaner | undefined {
  const around = (open: string, close: string, edits: readonly Edit[] = []): Cleaner => ({
    wrap: ({ at, end }) => [
      { at, end: at, text: open },
      { at: end, end, text: close },
    ],
    edits,
  });
  switch (source.language) {
    case 'javascript': {
      const imports = javascriptImports(source);
      const module = ['dompurify', 'isomorphic-dompurify', 'sanitize-html'].find(
        (one) => imports.some((known) => known.module === one) || project.uses(one),
      );
      if (module === undefined) return undefined;
      const { name, edits } = javascriptModule(source, module, project);
      return around(module === 'sanitize-html' ? `${name}(` : `${name}.sanitize(`, ')', edits);
    }
    case 'python': {
      const module = ['nh3', 'bleach'].find(
        (one) => new RegExp(`^[ \\t]*import ${one}\\b`, 'm').test(source.text) || project.uses(one),
      );
      if (module === undefined) return undefined;
      const { name, edits } = pythonModule(source, module);
      return around(`${name}.clean(`, ')', edits);
    }
    case 'java': {
      if (!/org\.jsoup/.test(source.text) && !project.uses('org.jsoup')) return undefined;
      const jsoup = javaClass(source, 'org.jsoup.Jsoup');
      const list = javaClass(source, 'org.jsoup.safety.Safelist');
      return around(`${jsoup.name}.clean(`, `, ${list.name}.basic())`, [...jsoup.edits, ...list.edits]);
    }
  }
}
