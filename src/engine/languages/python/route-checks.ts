import type { ClassIR, Decorator, Expr, FieldDefinition, ModuleIR } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { namesAdministrators } from '../../routes/administrators.ts';
import { textsOf } from '../../routes/constant-text.ts';
import type { Check } from '../../routes/entry-point.ts';
import { libraryName } from '../../routes/referenced.ts';

/** Decorators and classes in front of views, by what they are imported as. */

/** Django gives staff and permissions in its administration only. */
const administrative = new Set([
  'django.contrib.admin.views.decorators.staff_member_required',
  'django.contrib.auth.decorators.permission_required',
  'django.contrib.auth.mixins.PermissionRequiredMixin',
  'rest_framework.permissions.IsAdminUser',
]);
/** Roles by name: `@roles_required('admin')`. */
const byRole = new Set([
  'flask_security.roles_required',
  'flask_security.roles_accepted',
  'flask_security.decorators.roles_required',
  'flask_user.roles_required',
]);
export const checksAmong = (decorators: readonly Decorator[], module: ModuleIR): readonly Check[] =>
  decorators.flatMap((decorator) => {
    const by = `@${(dottedName(decorator.expr) ?? '').split('.').at(-1) ?? ''}`;
    return decoratorCheck(decorator.expr, by, module);
  });

/** What a decorator asks before the function that it is put on. */
export function decoratorCheck(value: Expr, by: string, module: ModuleIR): readonly Check[] {
  const name = libraryName(value, module) ?? '';
  const args = value.k === 'call' ? value.args : [];
  if (administrative.has(name)) return [{ k: 'known', by, asks: 'administrators' }];
  if (byRole.has(name)) {
    const roles = args.flatMap((arg) => textsOf(arg.value));
    return roles.length > 0 && roles.every(namesAdministrators)
      ? [{ k: 'known', by, asks: 'administrators' }]
      : [];
  }
  const [first] = args;
  if (name === 'django.contrib.auth.decorators.user_passes_test')
    return first ? [{ k: 'code', by, value: first.value, passes: 'truth', takesCaller: true }] : [];
  // Django's decorator for methods of classes.
  if (name === 'django.utils.decorators.method_decorator')
    return first ? decoratorCheck(first.value, by, module) : [];
  if (name === 'rest_framework.decorators.permission_classes')
    return first ? classesChecked(first.value, module) : [];
  return [{ k: 'code', by, value, passes: 'wrapped' }];
}

/** `permission_classes = [IsAdminUser]` of a view. */
export const fieldChecks = ({ name, init }: FieldDefinition, module: ModuleIR): readonly Check[] =>
  name === 'permission_classes' && init ? classesChecked(init, module) : [];

/** All classes of a list have to agree. */
export const classesChecked = (list: Expr, module: ModuleIR): readonly Check[] =>
  list.k !== 'array'
    ? []
    : list.items.map(({ value }): Check => {
        const by = dottedName(value) ?? 'a permission';
        return administrative.has(libraryName(value, module) ?? '')
          ? { k: 'known', by, asks: 'administrators' }
          : { k: 'code', by, value, method: 'has_permission', passes: 'truth' };
      });

/** `PermissionRequiredMixin`; `UserPassesTestMixin` with the class's own `test_func`. */
export function mixinChecks(base: Expr, cls: ClassIR, module: ModuleIR): readonly Check[] {
  const name = libraryName(base, module) ?? '';
  const by = dottedName(base) ?? 'a mixin';
  if (administrative.has(name)) return [{ k: 'known', by, asks: 'administrators' }];
  if (name !== 'django.contrib.auth.mixins.UserPassesTestMixin') return [];
  const value: Expr = { k: 'var', at: cls.at, end: cls.at, name: cls.name };
  return [{ k: 'code', by, value, method: 'test_func', passes: 'truth' }];
}
