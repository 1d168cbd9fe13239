import type { Decorator, Expr, ModuleIR } from '../ir/ir.ts';
import { decoratorArgs, dottedName } from '../ir/walk.ts';
import { textsOf } from './constant-text.ts';
import { libraryName } from './referenced.ts';

/** What libraries let nobody pass whom they do not know, by their documentation, under the names that code imports. */
const guards: ReadonlySet<string> = new Set([
  'passport.authenticate',
  'express-jwt',
  'express-jwt.expressjwt',
  'express-basic-auth',
  'express-openid-connect.requiresAuth',
  'express-oauth2-jwt-bearer.auth',
  'connect-ensure-login.ensureLoggedIn',
  '@nestjs/passport.AuthGuard',
  'flask_login.login_required',
  'flask_security.auth_required',
  'flask_security.login_required',
  'flask_security.roles_required',
  'flask_security.roles_accepted',
  'flask_jwt_extended.jwt_required',
  'django.contrib.auth.decorators.login_required',
  'django.contrib.auth.decorators.permission_required',
  'django.contrib.auth.mixins.LoginRequiredMixin',
  'django.contrib.auth.mixins.PermissionRequiredMixin',
  'django.contrib.admin.views.decorators.staff_member_required',
  'rest_framework.permissions.IsAuthenticated',
  'rest_framework.permissions.IsAdminUser',
  'starlette.authentication.requires',
  'tornado.web.authenticated',
  'io.micronaut.security.annotation.Secured',
  'org.springframework.security.access.annotation.Secured',
  'org.springframework.security.access.prepost.PreAuthorize',
  'jakarta.annotation.security.RolesAllowed',
  'javax.annotation.security.RolesAllowed',
  'jakarta.annotation.security.DenyAll',
  'javax.annotation.security.DenyAll',
  'io.quarkus.security.Authenticated',
  'org.apache.shiro.authz.annotation.RequiresAuthentication',
  'org.apache.shiro.authz.annotation.RequiresRoles',
  'org.apache.shiro.authz.annotation.RequiresPermissions',
  'org.apache.shiro.authz.annotation.RequiresUser',
]);

/** Whether an expression is a guard of a library; its arguments may switch it off. */
export function isLibraryGuard(value: Expr, module: ModuleIR): boolean {
  const args = value.k === 'call' || value.k === 'new' ? value.args : [];
  const isOpen = (arg: Expr): boolean =>
    [...textsOf(arg), dottedName(arg) ?? ''].some((text) => open.test(text));
  if (args.some(({ value: arg }) => isOpen(arg))) return false;
  if (args.some(({ name, value: arg }) => name === 'optional' && !(arg.k === 'const' && arg.value === false)))
    return false;
  return namesOf(value, module).some((name) => guards.has(name));
}

/** `permitAll()` of Spring's expressions, and conditions that one of several people meets. */
const open = /permitAll|isAnonymous|\bIS_ANONYMOUS\b|\bor\b|\|\|/;

function namesOf(value: Expr, module: ModuleIR): readonly string[] {
  const name = libraryName(value, module);
  if (name !== undefined) return [name];
  const callee = value.k === 'call' ? value.callee : value;
  const written = dottedName(callee);
  return written === undefined ? [] : module.wildcards.map((holder) => `${holder}.${written}`);
}

/** Roles and permissions that a decorator asks for, as they are written. */
export function rolesAskedBy(decorator: Decorator): readonly string[] {
  const name = (dottedName(decorator.expr) ?? '').split('.').at(-1) ?? '';
  if (!asking.test(name)) return [];
  return decoratorArgs(decorator).flatMap(({ value }) => textsOf(value));
}

const asking =
  /^(?:Roles|RolesAllowed|Secured|PreAuthorize|RequiresRoles|RequiresPermissions|Permissions|RequirePermissions|permission_required|roles_required|roles_accepted|requires)$/;
