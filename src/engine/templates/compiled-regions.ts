/**
 * Parts of a page that a framework in the browser compiles again: what stands there between `{{` and `}}` runs, however it was
 * escaped for markup. AngularJS compiles attributes, too.
 */
export type Compiler = 'angular' | 'vue';

interface Region {
  readonly tag: string;
  /** Undefined where the framework leaves it out: `v-pre`, `ng-non-bindable`. */
  readonly compiler: Compiler | undefined;
  /** Elements of the same name that are open in it, itself included. */
  depth: number;
}

/** Regions in each other. */
const maximumRegions = 50;

/** Elements that have no end. */
const empty: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const leftOut = /^(?:v-pre|(?:data-|x-)?ng-non-bindable)$/;
const directives: readonly (readonly [RegExp, Compiler])[] = [
  [/^(?:data-|x-)?ng-[a-z]/, 'angular'],
  [/^v-[a-z]/, 'vue'],
];

/** Attributes whose values are code: of Vue and Alpine, `:x` and `@x` for short; AngularJS' expressions; htmx' scripts. */
const expressions =
  /^(?:[:@][\w.:-]+|v-(?!pre$|cloak$|once$|else$)[\w.:-]+|x-(?:data|init|show|if|text|html|model|for|effect|id|modelable|bind|on)(?:[:.][\w.:-]*)?|(?:data-|x-)?ng-(?:init|if|show|hide|repeat|bind|model|class|style|change|submit|click|dblclick|blur|focus|key\w+|mouse\w+|disabled|checked|selected|value|options|switch)|hx-on[\w:-]*)$/;

/** Whether the value of an attribute is run as code by a framework of the page. */
export const isExpression = (attribute: string): boolean => expressions.test(attribute);

/** Whether AngularJS compiles the value of an attribute as text. */
export const isInterpolated = (attribute: string): boolean => /^(?:data-|x-)?ng-/.test(attribute);

const mounts = [
  /\bnew\s{1,20}Vue\s{0,20}\(\s{0,20}\{[^{}]{0,200}?\bel\s{0,20}:\s{0,20}['"`]#([\w-]{1,80})['"`]/g,
  /\.\$?mount\s{0,20}\(\s{0,20}['"`]#([\w-]{1,80})['"`]/g,
];

/** The elements, by id, that scripts within a page have Vue compile. */
export const mountsIn = (page: string): ReadonlySet<string> =>
  new Set(mounts.flatMap((mount) => [...page.matchAll(mount)].map(([, id]) => id as string)));

/** Follows which elements are open. */
export class CompiledRegions {
  readonly #mounts: ReadonlySet<string>;
  readonly #regions: Region[] = [];

  constructor(mounted: ReadonlySet<string>) {
    this.#mounts = mounted;
  }

  /** What compiles the place; undefined where nothing does. */
  get compiler(): Compiler | undefined {
    return this.#regions.at(-1)?.compiler;
  }

  /** An element begins, with these attributes. */
  begin(tag: string, attributes: readonly string[], id: string): void {
    if (empty.has(tag)) return;
    for (const region of this.#regions) if (region.tag === tag) region.depth++;
    const isLeftOut = attributes.some((name) => leftOut.test(name));
    const compiler = directives.find(([directive]) => attributes.some((name) => directive.test(name)))?.[1];
    const own = compiler ?? (this.#mounts.has(id) ? 'vue' : undefined);
    if ((isLeftOut || own !== undefined) && this.#regions.length < maximumRegions)
      this.#regions.push({ tag, compiler: isLeftOut ? undefined : own, depth: 1 });
  }

  /** An element ends, and what was left open in it. */
  end(tag: string): void {
    for (let i = this.#regions.length - 1; i >= 0; i--) {
      const region = this.#regions[i];
      if (region?.tag === tag && --region.depth === 0) this.#regions.length = i;
    }
  }
}
