/**
 * What sanitizers may say of a text beside the classes for which they make it safe, for guards that mean something only then: a
 * path whose `..` are resolved, the part of an address that names its host, a text that is escaped for LDAP's filters only, one that
 * begins with no slash, an address whose scheme is no script's,
 * one that was joined to another before it was looked at; a path in which no part is `..`, one that stands behind a folder so
 * that it cannot begin at the root, a name without separators (which may still be `..`), one that others stand behind; an
 * address that is none of the machine itself, of a private network, of a network's own link; one that stands behind other text or below another
 * part of a path, so that it is no whole; one without a kind of quote, one that stands between such quotes; one that ends in a
 * domain of the program's own, one in which nothing ends a host's name; one part of an address's path, which has a slash in it only
 * where a server decodes what most refuse.
 */
export const traits = [
  'resolved-path',
  'host-part',
  'quoted',
  'filter-escaped',
  'no-first-slash',
  'web-address',
  'joined-address',
  'no-way-up',
  'below-folder',
  'single-name',
  'inner-part',
  'not-loopback',
  'not-private',
  'not-link-local',
  'follows-text',
  'no-single-quote',
  'no-double-quote',
  'within-single-quotes',
  'within-double-quotes',
  'own-domain',
  'one-host',
  'one-segment',
] as const;

/** Facts that make a text safe once all of them are known. */
export const together: readonly {
  readonly facts: readonly (typeof traits)[number][];
  readonly safeFor: string;
}[] = [
  { facts: ['no-way-up', 'no-first-slash'], safeFor: 'path-traversal' },
  { facts: ['no-way-up', 'below-folder'], safeFor: 'path-traversal' },
  { facts: ['no-way-up', 'single-name'], safeFor: 'path-traversal' },
  { facts: ['no-single-quote', 'within-single-quotes'], safeFor: 'sql-injection' },
  { facts: ['no-double-quote', 'within-double-quotes'], safeFor: 'sql-injection' },
  { facts: ['not-loopback', 'not-private', 'not-link-local'], safeFor: 'ssrf' },
  { facts: ['own-domain', 'one-host'], safeFor: 'ssrf' },
  { facts: ['own-domain', 'one-host'], safeFor: 'open-redirect' },
];
