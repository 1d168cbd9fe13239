import type { ModuleIR } from '../ir/ir.ts';
import { dottedName, type IRNode } from '../ir/walk.ts';
import { isAuthentication } from '../routes/authentication.ts';
import type { RuleMatch } from '../rules/rule.ts';
import type { RoutedHandler } from './routed-handlers.ts';

/** A place that may be wrong, as the routes beside it are otherwise. */
export interface Hint extends RuleMatch {
  readonly module: ModuleIR;
}

/** Names that code has for who the caller is, and for their rights. */
const identity =
  /(?:^|[._])(?:(?:current|auth|session|logged_?in|login)_?[uU]ser(?:_?[iI]d)?|req(?:uest)?\.(?:user|auth|account|session|jwt|decoded)|ctx\.(?:state\.)?user|g\.user|locals\.user|principal|userId|user_id|uid|getUserPrincipal|getRemoteUser|SecurityContextHolder|isAuthenticated|is_authenticated|getPrincipal|identity|get_jwt_identity|getAuthentication|getCurrentUser\w*|getLoginUser\w*|getUserId|StpUtil|SecurityUtils|ShiroUtils|token|authorization|api_?[kK]ey)\b/;

const refusing = /(?:Forbidden|Unauthorized|PermissionDenied|AccessDenied|NotAuthorized|NotAuthenticated)/;

const rights =
  /^(?:can|cannot|may|authorize|authorise|authorized|ability|check_?(?:access|permissions?|owner\w*)|has_?(?:access|permissions?|object_permission|role)|ensure\w*(?:Access|Owner|Permission)\w*|assert\w*(?:Access|Owner|Permission)\w*|validate\w*(?:Access|Owner|Permission)\w*|require_?\w+)$/i;

/** Whether a part of the code names the caller, their rights, or refuses somebody. */
export function namesIdentity(node: IRNode): boolean {
  if (node.k === 'const') return node.value === 401 || node.value === 403;
  if (node.k !== 'field' && node.k !== 'var' && node.k !== 'call' && node.k !== 'new') return false;
  const name = dottedName(node);
  if (name === undefined) return node.k === 'field' && identity.test(`.${node.name}`);
  const last = name.slice(name.lastIndexOf('.') + 1);
  return (
    identity.test(name) ||
    refusing.test(last) ||
    ((node.k === 'call' || node.k === 'new') && (rights.test(last) || isAuthentication(last)))
  );
}

/** `POST /users/:id`; the handler's name where no path is known. */
export function routeOf({ methods, path, fn }: RoutedHandler): string {
  const place = path === '' ? `\`${fn.name || 'the handler'}\`` : `\`${path}\``;
  return methods.length === 0 ? `The route ${place}` : `${methods.join(', ')} ${place}`;
}
