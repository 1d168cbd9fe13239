import type { Project } from '../../dataflow/interpreter/project.ts';
import type { LinkedModule } from '../../dataflow/names/linking.ts';
import { anchor } from '../../dataflow/values/positions.ts';
import type { Assign, Call, Expr } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import type { LibraryHooks, TemplateSettings } from '../hooks.ts';

/** `app.jinja_env`, `app.jinja_options`: where Flask keeps how templates are written. */
const settings = /(?:^|\.)jinja_(?:env|options)$/;

/** What an application of Flask says of its templates: where it is made, and whether all of them are escaped. */
function templateSettings(project: Project): TemplateSettings | undefined {
  let found: TemplateSettings | undefined;
  for (const module of project.modules.values()) {
    if (!/Flask|jinja_/.test(module.text)) continue;
    for (const fn of module.functions) {
      if (fn.ir.name === 'select_jinja_autoescape' && fn.cls) found = { ...found, escapes: true };
      for (const statement of fn.ir.body)
        walk(statement, (node) => {
          const escapes = escapingOf(node);
          if (escapes !== undefined) found = { ...found, escapes };
          if (!found?.made && node.k === 'call' && isApplication(node.callee, module, project))
            found = { ...found, made: { fn, ...anchor(fn, node) } };
          return undefined;
        });
    }
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
