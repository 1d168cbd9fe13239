import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { neutrals, of, sanitizers, sinks, subtypes, types } from './rows.ts';

const what = { what: 'an LDAP search' };
const unboundid = 'com.unboundid.ldap.sdk.';
const dir = 'javax.naming.directory.';
/** The beginning of an entry's distinguished name. */
const entryName = '^(?:cn|uid|ou|dc|o|sn|mail|l|c|member|samaccountname)=';

/** A search whose entry and filter stand at places of their own in the short form, where a text is third, and in the long one. */
const searches = (short: readonly number[], long: readonly number[], api: string): RowInput[] => {
  const isShort = { input: 'Argument[2]', type: 'java.lang.String' };
  const isLong = { ...isShort, not: true, orUnknown: true };
  const hasListener = { ...isLong, input: 'Argument[0]' };
  return [
    ...short.map((at) => ({ at, when: at === 0 ? undefined : [isShort] })),
    ...long
      .filter((at) => !short.includes(at))
      .map((at) => ({ at, when: at > 6 ? [isLong, hasListener] : [isLong] })),
  ].map(
    ({ at, when }): RowInput => ({
      kind: 'sink',
      api,
      input: `Argument[${at}]`,
      vulnClass: 'ldap-injection',
      ...what,
      ...(when ? { when } : {}),
    }),
  );
};

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
      // A query stands alone before the password.
      { ...what, when: [{ input: 'Argument[2]', absent: false }] },
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
    // Behind a listener and controls stand entry and filter; without them, too, but further ahead. What follows are names of attributes.
    ...searches([0, 2], [1, 6, 7], `${unboundid}LDAPInterface.search`),
    ...searches([0, 2], [1, 4, 5], `${unboundid}LDAPInterface.searchForEntry`),
    ...searches([0, 2], [2, 8], `${unboundid}SearchRequest`),
    ...sinks('ldap-injection', 'Argument[0]', of(`${unboundid}SearchRequest`, 'setBaseDN setFilter'), what),
    ...sinks(
      'ldap-injection',
      'Argument[0]',
      [
        ...of('org.apache.directory.api.ldap.model.message.SearchRequest', 'setFilter setBase'),
        'org.apache.directory.api.ldap.model.name.Dn',
      ],
      what,
    ),
    ...subtypes({
      'org.apache.directory.api.ldap.model.message.SearchRequestImpl': [
        'org.apache.directory.api.ldap.model.message.SearchRequest',
      ],
    }),
    // What was looked at when it was made.
    ...neutrals([`${unboundid}SearchRequest`, 'org.apache.directory.api.ldap.model.name.Dn']),
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
        'javax.naming.ldap.Rdn',
        ...of(
          'org.apache.directory.api.ldap.model.filter',
          'EqualityNode ApproximateNode GreaterEqNode LessEqNode PresenceNode SubstringNode',
        ),
      ],
      'Argument[*]',
    ),
    // A name alone is read as a list of names; a key and a value are escaped.
    {
      kind: 'sanitizer',
      api: 'org.springframework.ldap.support.LdapNameBuilder.add',
      clears: ['ldap-injection'],
      input: 'Argument[*]',
      when: [{ input: 'Argument[1]', absent: false }],
    },
    // What is put into the places of a filter is escaped.
    {
      kind: 'sanitizer',
      api: 'org.springframework.ldap.query.LdapQueryBuilder.filter',
      clears: ['ldap-injection'],
      input: 'Argument[*]',
      when: [{ input: 'Argument[1]', absent: false }],
    },
    ...neutrals([`${dir}DirContext.search`]),
    // JNDI looks up any address, and loads what it finds there.
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...of('javax.naming.Context', 'lookup lookupLink list listBindings rename'),
        'org.springframework.jndi.JndiTemplate.lookup',
        'org.springframework.jndi.JndiLocatorDelegate.lookup',
        'org.apache.shiro.jndi.JndiTemplate.lookup',
        ...of('org.springframework.ldap.core.LdapOperations', 'findByDn rename'),
        'javax.naming.InitialContext.doLookup',
        'javax.management.remote.JMXServiceURL',
      ],
      {
        what: 'a name that is looked up in any directory',
        confidence: 82,
        when: [{ input: 'Argument[0]', matches: entryName, prefix: true, not: true, orUnknown: true }],
      },
    ),
    // The directory that names are looked up in.
    ...['java.util.Hashtable.put', 'java.util.Properties.setProperty'].map(
      (api): RowInput => ({
        kind: 'sink',
        api,
        input: 'Argument[1]',
        vulnClass: 'code-injection',
        what: 'the directory that names are looked up in',
        when: [{ input: 'Argument[0]', is: ['java.naming.provider.url'] }],
      }),
    ),
    { kind: 'constant', api: 'javax.naming.Context.PROVIDER_URL', value: 'java.naming.provider.url' },
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
