import type { FamilyId } from '../languages/registry.ts';
import { lowerBottle } from './bottle.ts';
import type { TemplateInput, TemplateModule } from './builder.ts';
import { ejsProgram, lowerEjs } from './ejs.ts';
import { isTemplate, type TemplateFile } from './file.ts';
import { lowerFreemarker } from './freemarker.ts';
import { lowerHandlebars } from './handlebars.ts';
import { lowerJinja } from './jinja.ts';
import { lowerMako } from './mako.ts';
import { lowerPug } from './pug.ts';
import { lowerThymeleaf } from './thymeleaf.ts';
import { lowerTornado } from './tornado.ts';
import { lowerVelocity } from './velocity.ts';

interface Engine {
  lower(input: TemplateInput, file: TemplateFile): TemplateModule;
  /** Whether it escapes values in a file of this name, where the program says nothing else. */
  escapes(path: string): boolean;
  /** Files that are its own by their name. */
  readonly files: RegExp | undefined;
  /** What is written in files whose name says nothing. */
  readonly written: RegExp;
  /** The languages of programs that use it. */
  readonly families: readonly FamilyId[];
}

const always = (): boolean => true;

/** Template engines by name. */
const engines = {
  ejs: {
    lower: lowerEjs,
    escapes: always,
    files: /\.(?:ejs|eta)$/i,
    written: /<%/,
    families: ['javascript'],
  },
  handlebars: {
    lower: lowerHandlebars,
    escapes: always,
    files: /\.(?:hbs|handlebars|mustache|hjs)$/i,
    written: /\{\{[{#/>^]/,
    families: ['javascript', 'java'],
  },
  jinja: {
    lower: lowerJinja,
    escapes: (path) => /\.(?:html?|xml|xhtml|svg)$/i.test(path),
    files: /\.(?:jinja2?|j2)$/i,
    written: /\{%|\{\{/,
    families: ['python'],
  },
  django: { lower: lowerJinja, escapes: always, files: undefined, written: /\{%|\{\{/, families: ['python'] },
  mako: {
    lower: lowerMako,
    escapes: () => false,
    files: /\.(?:mako|mak)$/i,
    written: /(?!)/,
    families: ['python'],
  },
  bottle: { lower: lowerBottle, escapes: always, files: /\.s?tpl$/i, written: /(?!)/, families: ['python'] },
  tornado: { lower: lowerTornado, escapes: always, files: undefined, written: /(?!)/, families: ['python'] },
  nunjucks: {
    lower: lowerJinja,
    escapes: always,
    files: /\.(?:njk|nunjucks|swig|twig)$/i,
    written: /\{%|\{\{/,
    families: ['javascript'],
  },
  pug: {
    lower: lowerPug,
    escapes: always,
    files: /\.(?:pug|jade)$/i,
    written: /(?!)/,
    families: ['javascript'],
  },
  freemarker: {
    lower: lowerFreemarker,
    escapes: (path) => /\.ftl[hx]$/i.test(path),
    files: /\.(?:ftl|ftlh|ftlx)$/i,
    written: /<#[a-z]/,
    families: ['java'],
  },
  velocity: {
    lower: lowerVelocity,
    escapes: () => false,
    files: /\.(?:vm|vtl)$/i,
    written: /(?:^|\n)\s*#(?:set|if|foreach|parse)\s*\(/,
    families: ['java'],
  },
  thymeleaf: {
    lower: lowerThymeleaf,
    escapes: always,
    files: undefined,
    written: /\bth[:-]|\[\[|\[\(/,
    families: ['java'],
  },
} as const satisfies Readonly<Record<string, Engine>>;

export type EngineName = keyof typeof engines;
export const engineNames = Object.keys(engines) as [EngineName, ...EngineName[]];

export const engineNamed = (name: EngineName): Engine => engines[name];

/** Whether a file's suffix is that of another engine, and not of this one. */
export const isOfAnother = (path: string, engine: EngineName): boolean =>
  !engineNamed(engine).files?.test(path) &&
  engineNames.some((name) => name !== engine && engineNamed(name).files?.test(path));

/** The engine of a file, by its name, else by what is written in it, among those that programs of the language use. */
export function engineOf({ path, text }: TemplateFile, family: FamilyId): EngineName | undefined {
  const among = engineNames.filter((name) => engineNamed(name).families.includes(family));
  const own = engineNames.filter((name) => engineNamed(name).files?.test(path));
  return own.length > 0
    ? own.find((name) => among.includes(name))
    : among.find((name) => engineNamed(name).written.test(text));
}

/** A name for the program that a template is, from which its language is told; undefined where it is none. */
export const programPath = ({ path, text }: Pick<TemplateFile, 'path' | 'text'>): string | undefined =>
  engines.ejs.files.test(path) || (/\.html?$/i.test(path) && isTemplate(path, text) && text.includes('<%'))
    ? `${path}.js`
    : undefined;

export { ejsProgram as programOf };
