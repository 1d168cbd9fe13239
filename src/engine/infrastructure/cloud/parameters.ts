/** Settings of servers that are written as pairs of a name and a value. */
import type { LocatedValue, Member } from '../../files/structured/value.ts';
import { eachOf, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

/** Values that are an issue, by the name of a setting in lower case. */
type BadValues = Readonly<Record<string, RegExp>>;

interface Pair {
  readonly name: string;
  readonly member: Member;
}

/** Blocks of pairs, in the resources that have them; the empty path is the resource itself. */
const holders = ['', 'parameter', 'policy_attribute', 'settings.database_flags', 'Parameters'] as const;

function pairIn(value: LocatedValue): readonly Pair[] {
  const name = writtenText((memberOf(value, 'name') ?? memberOf(value, 'ParameterName'))?.value);
  const member = memberOf(value, 'value') ?? memberOf(value, 'ParameterValue');
  if (name !== undefined && member) return [{ name, member }];
  // CloudFormation writes some as a map.
  return [...(tableOf(value)?.members ?? [])].map(([key, own]) => ({ name: key, member: own }));
}

const pairsOf = ({ body }: Resource): readonly Pair[] =>
  holders.flatMap((path) =>
    (path === '' ? [body] : membersAt(body, path).flatMap(({ value }) => eachOf(value))).flatMap(pairIn),
  );

const findIn =
  (bad: BadValues, message: string): ResourceRule['find'] =>
  (resource) =>
    pairsOf(resource).flatMap(({ name, member }): readonly Place[] => {
      const own = name.toLowerCase();
      const isBad =
        Object.hasOwn(bad, own) && bad[own]?.test((writtenText(member.value) ?? '').toLowerCase());
      return isBad ? [{ at: memberSpan(member), message: `${resource.address} ${message}` }] : [];
    });

/** Names: parameters of Redshift, RDS, DocumentDB and Azure's databases. */
const withoutTls: BadValues = {
  require_ssl: /^(?:false|0|off)$/,
  'rds.force_ssl': /^(?:0|off|false)$/,
  require_secure_transport: /^(?:off|0|false)$/,
  tls: /^disabled$/,
};

export const parameterRules: readonly ResourceRule[] = [
  ...(['terraform', 'cloudformation'] as const).map(
    (format): ResourceRule => ({
      id: `${format}/weak-transport/parameter`,
      title: 'Database that accepts connections without TLS',
      cwes: ['CWE-319'],
      score: 45,
      confidence: 90,
      remediation: 'Require TLS by this parameter.',
      types:
        format === 'terraform'
          ? [
              'aws_redshift_parameter_group',
              'aws_db_parameter_group',
              'aws_rds_cluster_parameter_group',
              'aws_docdb_cluster_parameter_group',
              'azurerm_mysql_configuration',
              'azurerm_mysql_flexible_server_configuration',
              'azurerm_postgresql_configuration',
              'azurerm_postgresql_flexible_server_configuration',
            ]
          : [
              'AWS::Redshift::ClusterParameterGroup',
              'AWS::RDS::DBParameterGroup',
              'AWS::RDS::DBClusterParameterGroup',
              'AWS::DocDB::DBClusterParameterGroup',
            ],
      find: findIn(withoutTls, 'accepts connections without TLS.'),
    }),
  ),
  {
    id: 'terraform/weak-transport/classic-policy',
    title: 'Listener that accepts old TLS',
    cwes: ['CWE-326'],
    score: 50,
    confidence: 90,
    remediation: 'Switch on TLSv1.2 alone.',
    types: ['aws_load_balancer_policy'],
    find: findIn(
      {
        'protocol-sslv3': /^true$/,
        'protocol-tlsv1': /^true$/,
        'protocol-tlsv1.1': /^true$/,
        'reference-security-policy': /^elbsecuritypolicy-(?:201[1-6]-\d\d|tls-1-[01]-\d{4}-\d\d)$/,
      },
      'accepts versions of TLS that are broken.',
    ),
  },
  {
    id: 'terraform/excessive-permissions/database-flag',
    title: 'Database whose users reach beyond it',
    cwes: ['CWE-269'],
    score: 35,
    confidence: 85,
    remediation: 'Set the flag to off.',
    types: ['google_sql_database_instance'],
    find: findIn(
      {
        local_infile: /^on$/,
        'cross db ownership chaining': /^on$/,
        'contained database authentication': /^on$/,
      },
      'lets its users read files of clients, or other databases.',
    ),
  },
];
