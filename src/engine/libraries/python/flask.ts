import type { Project } from '../../dataflow/interpreter/project.ts';
import type { LinkedModule } from '../../dataflow/names/linking.ts';
import { anchor } from '../../dataflow/values/positions.ts';
import type { Assign, Call, Expr } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import type { LibraryHooks, TemplateSettings } from '../hooks.ts';

/** `app.jinja_env`, `app.jinja_options`: where Flask keeps how templates are written. */
const settings = /(?:^|\.)jinja_(?:env|options)$/;

/** What applications of Flask say of their templates: where each is made, and whether all templates are escaped. */
const templateSettings = (project: Project): readonly TemplateSettings[] =>
  [...project.modules.values()].flatMap((module) =>
    /Flask|jinja_/.test(module.text) ? (settingsIn(module, project) ?? []) : [],
  );

function settingsIn(module: LinkedModule, project: Project): TemplateSettings | undefined {
  const { path } = module.ir;
  let found: TemplateSettings | undefined;
  for (const fn of module.functions) {
    if (fn.ir.name === 'select_jinja_autoescape' && fn.cls) found = { ...found, path, escapes: true };
    for (const statement of fn.ir.body)
      walk(statement, (node) => {
        const escapes = escapingOf(node);
        if (escapes !== undefined) found = { ...found, path, escapes };
        if (!found?.made && node.k === 'call' && isApplication(node.callee, module, project))
          found = { ...found, path, made: { fn, ...anchor(fn, node) } };
        return undefined;
      });
  }
  return found;
}

/** `app.jinja_options["autoescape"] = True`, `app.jinja_env.autoescape = select_autoescape(…)` */
function escapingOf(node: { readonly k: string }): boolean | undefined {
  if (node.k === 'assign') {
    const { target, value } = node as Assign;
    const isSetting =
      target.k === 'field' && target.name === 'autoescape' && settings.test(dottedName(target.object) ?? '');
    return isSetting ? isOn(value) : undefined;
  }
  if (node.k !== 'call') return undefined;
  const { callee, args } = node as Call;
  const given = args.find(({ name }) => name === 'autoescape');
  const updates =
    callee.k === 'field' && callee.name === 'update' && settings.test(dottedName(callee.object) ?? '');
  return given && updates ? isOn(given.value) : undefined;
}

const isOn = (value: Expr): boolean => value.k !== 'const' || Boolean(value.value);

const isApplication = (callee: Expr, module: LinkedModule, project: Project): boolean => {
  const name = dottedName(callee);
  return name !== undefined && /Flask$/.test(name) && project.typeNamed(name, module) === 'flask.Flask';
};

export const hooks: LibraryHooks = { templateSettings };
