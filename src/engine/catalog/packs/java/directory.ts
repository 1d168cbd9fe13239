import { definePack } from '../../pack.ts';
import { neutrals, of, sanitizers, sinks, subtypes, types } from './rows.ts';

const what = { what: 'an LDAP search' };
const dir = 'javax.naming.directory.';

/** Directories: JNDI, Spring LDAP, UnboundID, Apache Directory. */
export const directory = definePack({
  id: 'java/directory',
  languages: ['java'],
  title: 'Directories',
  provenance: 'JNDI and library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...subtypes({
      [`${dir}InitialDirContext`]: [`${dir}DirContext`, 'javax.naming.InitialContext'],
      [`${dir}DirContext`]: ['javax.naming.Context'],
      'javax.naming.InitialContext': ['javax.naming.Context'],
      'javax.naming.ldap.LdapContext': [`${dir}DirContext`],
      'javax.naming.ldap.InitialLdapContext': ['javax.naming.ldap.LdapContext'],
      'org.springframework.ldap.core.LdapTemplate': ['org.springframework.ldap.core.LdapOperations'],
      'com.unboundid.ldap.sdk.LDAPConnection': ['com.unboundid.ldap.sdk.LDAPInterface'],
      'com.unboundid.ldap.sdk.LDAPConnectionPool': ['com.unboundid.ldap.sdk.LDAPInterface'],
    }),
    ...sinks(
      'ldap-injection',
      'Argument[0]|Argument[1]',
      [`${dir}DirContext.search`, 'org.springframework.ldap.core.LdapOperations.search'],
      what,
    ),
    ...sinks(
      'ldap-injection',
      'Argument[1]',
      of('org.springframework.ldap.core.LdapOperations', 'authenticate'),
      what,
    ),
    ...sinks(
      'ldap-injection',
      'Argument[0]',
      of(
        'org.springframework.ldap.core.LdapOperations',
        'find findOne searchForObject searchForContext list lookup',
      ),
      { ...what, confidence: 65 },
    ),
    ...sinks(
      'ldap-injection',
      'Argument[*]',
      [
        'com.unboundid.ldap.sdk.SearchRequest',
        ...of('com.unboundid.ldap.sdk.LDAPInterface', 'search searchForEntry'),
      ],
      what,
    ),
    ...sinks(
      'ldap-injection',
      'Argument[0]',
      ['com.unboundid.ldap.sdk.Filter.create', 'com.unboundid.ldap.sdk.DN'],
      what,
    ),
    ...sinks(
      'ldap-injection',
      'Argument[0]|Argument[1]',
      ['org.apache.directory.ldap.client.api.LdapConnection.search'],
      what,
    ),
    // Queries and filters that are built from parts escape them.
    ...types({
      'org.springframework.ldap.query.LdapQueryBuilder.query':
        'org.springframework.ldap.query.LdapQueryBuilder',
      'org.springframework.ldap.query.LdapQueryBuilder.where':
        'org.springframework.ldap.query.ConditionCriteria',
    }),
    ...neutrals(
      of(
        'org.springframework.ldap.query.ConditionCriteria',
        'is gte lte like whitespaceWildcardsLike isPresent',
      ),
    ),
    ...sanitizers(
      ['ldap-injection'],
      [
        ...of(
          'org.springframework.ldap.filter',
          'EqualsFilter LikeFilter WhitespaceWildcardsFilter GreaterThanOrEqualsFilter LessThanOrEqualsFilter',
        ),
        ...of(
          'com.unboundid.ldap.sdk.Filter',
          'createEqualityFilter createSubstringFilter createPresenceFilter equals',
        ),
        'org.springframework.ldap.support.LdapNameBuilder.add',
        'javax.naming.ldap.Rdn',
      ],
      'Argument[*]',
    ),
    ...neutrals([`${dir}DirContext.search`]),
    // JNDI looks up any address, and loads what it finds there.
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...of('javax.naming.Context', 'lookup lookupLink'),
        'org.springframework.jndi.JndiTemplate.lookup',
        'javax.naming.InitialContext.doLookup',
        'javax.management.remote.JMXServiceURL',
      ],
      { what: 'a name that is looked up in any directory', confidence: 82 },
    ),
    ...sanitizers(
      ['ldap-injection'],
      [
        ...of('org.springframework.ldap.support.LdapEncoder', 'filterEncode nameEncode'),
        'com.unboundid.ldap.sdk.Filter.encodeValue',
        'javax.naming.ldap.Rdn.escapeValue',
        'org.apache.directory.api.ldap.model.filter.FilterEncoder.encodeFilterValue',
      ],
    ),
    ...types({ 'javax.naming.directory.InitialDirContext.getContext': `${dir}DirContext` }),
  ],
});
