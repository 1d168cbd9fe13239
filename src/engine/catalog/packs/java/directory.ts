import { definePack } from '../../pack.ts';
import { neutrals, of, sanitizers, sinks, subtypes, types } from './rows.ts';

const what = { what: 'an LDAP search' };
const dir = 'javax.naming.directory.';
/** The beginning of an entry's distinguished name. */
const entryName = '^(?:cn|uid|ou|dc|o|sn|mail|l|c|member|samaccountname)=';

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
      'Argument[1]',
      [`${dir}DirContext.search`, 'org.springframework.ldap.core.LdapOperations.search'],
      what,
    ),
    // What is escaped for a filter may still name another entry.
    ...sinks(
      'ldap-injection',
      'Argument[0]',
      [
        ...of(
          `${dir}DirContext`,
          'search getAttributes modifyAttributes createSubcontext bind rebind destroySubcontext unbind',
        ),
        ...of(
          'org.springframework.ldap.core.LdapOperations',
          'search lookupContext bind rebind unbind modifyAttributes authenticate',
        ),
        'org.springframework.ldap.support.LdapUtils.newLdapName',
      ],
      { what: 'the name of an LDAP entry', despite: 'filter-escaped' },
    ),
    // A name in the directory, behind a beginning of the program's own: no other directory is asked.
    ...sinks('ldap-injection', 'Argument[0]', of('javax.naming.Context', 'lookup lookupLink list'), {
      when: [{ input: 'Argument[0]', matches: entryName, prefix: true }],
      what: 'the name of an LDAP entry',
      despite: 'filter-escaped',
    }),
    ...sinks('ldap-injection', 'Argument[0]', ['javax.naming.ldap.LdapName'], {
      what: 'the name of an LDAP entry',
      despite: 'filter-escaped',
      confidence: 70,
    }),
    ...sinks('ldap-injection', 'Argument[0]', ['org.springframework.ldap.query.LdapQueryBuilder.filter'], {
      ...what,
      when: [{ input: 'Argument[1]', absent: true }],
    }),
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
        'find findOne searchForObject searchForContext list lookup listBindings',
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
      {
        what: 'a name that is looked up in any directory',
        confidence: 82,
        when: [{ input: 'Argument[0]', matches: entryName, prefix: true, not: true, orUnknown: true }],
      },
    ),
    ...sanitizers(
      ['ldap-injection'],
      [
        'org.springframework.ldap.support.LdapEncoder.nameEncode',
        'javax.naming.ldap.Rdn.escapeValue',
        'org.owasp.esapi.Encoder.encodeForDN',
      ],
    ),
    ...sanitizers(
      ['ldap-injection', 'filter-escaped'],
      [
        'org.springframework.ldap.support.LdapEncoder.filterEncode',
        'com.unboundid.ldap.sdk.Filter.encodeValue',
        'org.apache.directory.api.ldap.model.filter.FilterEncoder.encodeFilterValue',
        'org.owasp.esapi.Encoder.encodeForLDAP',
      ],
    ),
    ...types({
      'javax.naming.directory.InitialDirContext.getContext': `${dir}DirContext`,
      'org.springframework.ldap.support.LdapNameBuilder.newInstance':
        'org.springframework.ldap.support.LdapNameBuilder',
      'org.springframework.ldap.support.LdapNameBuilder.add':
        'org.springframework.ldap.support.LdapNameBuilder',
    }),
  ],
});
