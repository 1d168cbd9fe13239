import type { Project } from '../../dataflow/interpreter/project.ts';
import { walk } from '../../ir/walk.ts';
import type { LibraryHooks, TemplateSettings } from '../hooks.ts';

/** FreeMarker's formats in which values are escaped, as classes and as names. */
const markup = /^(?:X?HTML|XML)(?:OutputFormat)?$/i;

/** What programs say of FreeMarker's templates: `setOutputFormat(…)`, or a setting among the properties. */
const templateSettings = (project: Project): readonly TemplateSettings[] => [
  ...[...project.modules.values()].flatMap(({ ir, functions, text }) =>
    text.includes('setOutputFormat') && functions.some((fn) => setsMarkup(fn.ir.body))
      ? [{ path: ir.path, escapes: true }]
      : [],
  ),
  ...[...project.resources.properties].flatMap(([path, values]) =>
    [...values].some(([key, value]) => /(?:^|\.)output_format$/.test(key) && markup.test(value))
      ? [{ path, escapes: true }]
      : [],
  ),
];

function setsMarkup(body: readonly Parameters<typeof walk>[0][]): boolean {
  let found = false;
  for (const statement of body)
    walk(statement, (node) => {
      if (node.k !== 'call' || node.callee.k !== 'field' || node.callee.name !== 'setOutputFormat')
        return undefined;
      const [format] = node.args;
      const of = format?.value.k === 'field' ? format.value.object : undefined;
      const name = of?.k === 'type' ? of.type.candidates[0] : undefined;
      found ||= name !== undefined && markup.test(name.slice(name.lastIndexOf('.') + 1));
      return undefined;
    });
  return found;
}

export const hooks: LibraryHooks = { templateSettings };
