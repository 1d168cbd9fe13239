import { walk } from '../ir/walk.ts';
import type { RoutedHandler } from './routed-handlers.ts';
import { type Hint, namesIdentity, routeOf } from './told.ts';

/** Guarded routes of a group without which nothing can be said of the others. */
const fewest = 2;

/** The share of a group that has to be guarded. */
const most = 1 / 2;

/**
 * A route that changes something and has no check for an account or a permission in front of it or inside, where half of the
 * routes beside it have one in front. Routes that are there to get an account, or for other programs, are left out.
 */
export function missingAuthentication(group: readonly RoutedHandler[]): readonly Hint[] {
  const guarded = group.filter(({ inFront }) => inFront.length > 0);
  if (guarded.length < fewest || guarded.length / group.length < most) return [];
  const usual = mostUsual(guarded.flatMap(({ inFront }) => inFront));
  return group
    .filter((handler) => handler.guards.length === 0 && isWorthAsking(handler) && !asksItself(handler))
    .map((handler) => ({
      vulnClass: 'missing-authentication',
      module: handler.module,
      at: handler.fn.nameAt,
      end: handler.fn.nameAt + Math.max(1, handler.fn.name.length),
      message: `${routeOf(handler)} has no check for an account or a permission that was recognised; ${guarded.length} of the ${group.length} routes beside it have one (${usual}). It is a hint: the route may be meant to be open, or a check elsewhere may stand in front of it.`,
    }));
}

/** The guard that most routes have. */
function mostUsual(guards: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const guard of guards) counts.set(guard, (counts.get(guard) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function isWorthAsking({ methods, path, fn }: RoutedHandler): boolean {
  const name = wordsOf(fn.name);
  if (forAnyone.test(wordsOf(path)) || forAnyone.test(name)) return false;
  const changes = methods.filter((method) => changing.has(method));
  // Forms are checked, and long questions are asked, by POST.
  return changes.some((method) => method !== 'POST') || (changes.length > 0 && !reading.test(name));
}

/** Handlers that only answer a question. */
const reading =
  /^(?:check|is|has|exists|validate|list|query|search|select|get|find|count|preview|export|page|load|fetch|read|show|view)\b/;

/** Routes that somebody without an account needs, and those for other programs, which have other ways to know each other. */
const forAnyone =
  /\b(?:log(?:in|out|off)|sign(?:in|up|out|on)?|auth(?:enticate|orize|enticated)?|oauth2?|oidc|saml|sso|cas|register|registration|activat(?:e|ion)|confirm(?:ation)?|verif(?:y|ication)|forgot(?:ten)?|reset|recover(?:y)?|password|token|refresh|session|sessions|callback|webhooks?|hooks?|health(?:z|check)?|live(?:ness)?|ready|readiness|ping|status|version|metrics|public|guest|anonymous|captcha|csrf|share|shared|invit(?:e|ation|ations)|unsubscribe|subscribe|contact|feedback|setup|install|favicon|robots|assets|static|media|images?|avatars?|downloads?|error|errors|not found|search|home|index|about|legal|terms|privacy|docs?|openapi|swagger|schema|well known|manifest|config|settings public|locales?|i18n|languages?|translations?)\b/i;

const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();

/** It works with who the caller is, or refuses callers itself: something asked before. */
function asksItself({ fn }: RoutedHandler): boolean {
  let asks = false;
  for (const statement of fn.body) {
    walk(statement, (node) => {
      if (asks) return false;
      asks ||= namesIdentity(node);
      return undefined;
    });
  }
  return asks;
}
