import type { ModuleIR } from '../ir/ir.ts';
import type { FamilyId } from '../languages/registry.ts';

/** A template of the project, as it was read. */
export interface TemplateFile {
  readonly path: string;
  readonly text: string;
  /** Of an engine whose templates are programs: what its code comes to. */
  readonly code: ModuleIR | undefined;
}

/** The method of a module that is a page itself: it writes that. */
export const pageMethod = '_jspService';

const suffixes =
  /\.(?:html?|xhtml|jinja2?|j2|njk|nunjucks|swig|twig|ejs|eta|hbs|handlebars|mustache|hjs|pug|jade|mako|mak|s?tpl|ftlh?|ftlx|vm|vtl|xml|svg|txt)$/i;
/** Suffixes of files that most often are no templates: only their text can tell. */
const ambiguous = /\.(?:html?|xhtml|xml|svg|txt|tpl)$/i;
const directive = /\{\{|\{%|<%|\$\{|\bth:|<#|#\{|\[\(|#(?:set|if|foreach|parse)\b/;

/** Characters of a template that is read. */
const longest = 400_000;

/** Suffixes of engines that programs of one language use. */
const own: readonly (readonly [suffixes: RegExp, family: FamilyId])[] = [
  [/\.(?:jinja2?|j2|mako|mak|s?tpl)$/i, 'python'],
  [/\.(?:njk|nunjucks|swig|twig|ejs|eta|hbs|handlebars|mustache|hjs|pug|jade)$/i, 'javascript'],
  [/\.(?:ftlh?|ftlx|vm|vtl)$/i, 'java'],
];
const anyFamily: readonly FamilyId[] = ['python', 'java', 'javascript'];

/** The languages of programs that write templates with such a name. */
export function templateFamilies(path: string): readonly FamilyId[] {
  const found = own.find(([pattern]) => pattern.test(path));
  return found ? [found[1]] : anyFamily;
}

/** Whether a file's name is one that templates have. */
export const mayBeTemplate = (path: string): boolean => suffixes.test(path);

/** Whether a file is a template of an engine that is known. */
export const isTemplate = (path: string, text: string): boolean =>
  suffixes.test(path) && text.length <= longest && (!ambiguous.test(path) || directive.test(text));

/** Suffixes that say nothing of what is written: the engine's own. */
const engineSuffix =
  /\.(?:jinja2?|j2|njk|nunjucks|swig|twig|ejs|eta|hbs|handlebars|mustache|hjs|mako|mak|ftl|vm|vtl|template|tmpl|s?tpl)$/i;
const pageSuffix = /\.(?:html?|xhtml|svg|pug|jade|ftlh|vue)$/i;

/** Whether what a template writes is a page, by the suffix in front of the engine's, else by the tags in it. */
export function isPage({ path, text }: Pick<TemplateFile, 'path' | 'text'>): boolean {
  const stem = path.replace(engineSuffix, '');
  if (pageSuffix.test(stem)) return true;
  const hasOther = stem.lastIndexOf('.') > stem.lastIndexOf('/') + 1;
  return !hasOther && /<\/?[a-z][\w-]*[\s>/]/i.test(text);
}
