/**
 * What sanitizers may say of a text beside the classes for which they make it safe, for guards that mean something only then: a
 * path whose `..` are resolved, the part of an address that names its host, a text that is escaped for LDAP's filters only, one that
 * begins with no slash, an address whose scheme is no script's,
 * one that was joined to another before it was looked at.
 */
export const traits = [
  'resolved-path',
  'host-part',
  'quoted',
  'filter-escaped',
  'no-first-slash',
  'web-address',
  'joined-address',
] as const;
