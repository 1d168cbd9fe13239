/** Rules of clouds that ask for more than one attribute. */
import { valueAt } from '../../files/structured/value.ts';
import { eachOf, isOff, memberOf, memberSpan, writtenText } from '../values.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

/** A listener that does nothing but send to https is as it should be. */
function plainListener(resource: Resource): readonly Place[] {
  const isTerraform = resource.format === 'terraform';
  const protocol = memberOf(resource.body, isTerraform ? 'protocol' : 'Protocol');
  if (!protocol || writtenText(protocol.value)?.toUpperCase() !== 'HTTP') return [];
  const actions = isTerraform
    ? membersAt(resource.body, 'default_action.redirect.protocol')
    : membersAt(resource.body, 'DefaultActions.RedirectConfig.Protocol');
  if (actions.some(({ value }) => /^HTTPS$|#\{protocol\}/.test(writtenText(value) ?? 'HTTPS'))) return [];
  return [
    {
      at: memberSpan(protocol),
      message: `${resource.address} serves over plain HTTP instead of redirecting to https.`,
    },
  ];
}

/** A firewall rule of an Azure database from the first to the last address. */
function everyAddress(resource: Resource): readonly Place[] {
  const end = memberOf(resource.body, 'end_ip_address');
  const start = writtenText(valueAt(resource.body, 'start_ip_address'));
  return end && start === '0.0.0.0' && writtenText(end.value) === '255.255.255.255'
    ? [{ at: memberSpan(end), message: `${resource.address} lets every address reach the database.` }]
    : [];
}

function publicMembers(resource: Resource): readonly Place[] {
  const members = memberOf(resource.body, 'members');
  return eachOf(members?.value).flatMap((item) =>
    /^all(?:Authenticated)?Users$/.test(writtenText(item) ?? '')
      ? [{ at: item, message: `${resource.address} gives its role to everybody.` }]
      : [],
  );
}

/** IMDSv1 is answered unless it is told otherwise. */
function metadataDefault(resource: Resource): readonly Place[] {
  const options = memberOf(resource.body, 'metadata_options');
  const isTold = eachOf(options?.value).some(
    (each) =>
      each.tag !== undefined ||
      memberOf(each, 'http_tokens') !== undefined ||
      (writtenText(valueAt(each, 'http_endpoint')) ?? 'enabled') !== 'enabled',
  );
  return isTold || resource.body.tag !== undefined
    ? []
    : [
        {
          at: options?.key ?? resource.header,
          message: `${resource.address} answers requests for credentials without a session token, unless the account or image says otherwise.`,
        },
      ];
}

function movingModule(resource: Resource): readonly Place[] {
  const source = memberOf(resource.body, 'source');
  const text = writtenText(source?.value) ?? '';
  const isGit = /^git::|^git@|^(?:https:\/\/)?(?:github\.com|bitbucket\.org|gitlab\.com)\//.test(text);
  return source && isGit && !/[?&]ref=/.test(text)
    ? [
        {
          at: memberSpan(source),
          message: `${resource.address} is whatever the default branch of its repository has on that day.`,
        },
      ]
    : [];
}

function subscriptionOwner(resource: Resource): readonly Place[] {
  const role = memberOf(resource.body, 'role_definition_name');
  const scope = memberOf(resource.body, 'scope');
  const written = scope && resource.text.slice(scope.value.start, scope.value.end);
  const isWide = /subscription\.[\w-]+\.id\b|^"\/subscriptions\/[^/"]+"$|management_group/.test(
    written ?? '',
  );
  return role &&
    isWide &&
    /^(?:Owner|Contributor|User Access Administrator)$/.test(writtenText(role.value) ?? '')
    ? [
        {
          at: memberSpan(role),
          message: `${resource.address} makes its principal ${writtenText(role.value)} of a whole subscription.`,
        },
      ]
    : [];
}

/** The default account of Compute Engine is an editor of its project, and the scope does not limit it. */
function defaultAccount(resource: Resource): readonly Place[] {
  return ['service_account', 'node_config', 'cluster_config.gce_cluster_config']
    .flatMap((path) => membersAt(resource.body, path))
    .flatMap(({ value }) => eachOf(value))
    .flatMap((account) => {
      const scopes = ['scopes', 'oauth_scopes', 'service_account_scopes'].flatMap(
        (key) => memberOf(account, key) ?? [],
      )[0];
      const isWide = eachOf(scopes?.value).some((item) =>
        /(?:^|\/)cloud-platform$/.test(writtenText(item) ?? ''),
      );
      const own = ['email', 'service_account'].flatMap((key) => memberOf(account, key) ?? [])[0];
      const isDefault = /^\d+-compute@developer\.gserviceaccount\.com$/.test(writtenText(own?.value) ?? '');
      return scopes && isWide && (!own || isDefault)
        ? [
            {
              at: memberSpan(scopes),
              message: `Programs on ${resource.address} get the default service account with all scopes.`,
            },
          ]
        : [];
    });
}

/** Nodes of a domain with one of them have nobody to talk to. */
function plainNodes(resource: Resource): readonly Place[] {
  const isTerraform = resource.format === 'terraform';
  const [enabled] = membersAt(
    resource.body,
    isTerraform ? 'node_to_node_encryption.enabled' : 'NodeToNodeEncryptionOptions.Enabled',
  );
  const count = [
    'cluster_config.instance_count',
    'ElasticsearchClusterConfig.InstanceCount',
    'ClusterConfig.InstanceCount',
  ]
    .flatMap((path) => membersAt(resource.body, path))
    .map(({ value }) => Number(writtenText(value) ?? 2))[0];
  if (enabled ? !isOff(enabled.value) : (count ?? 1) < 2) return [];
  const message = `${resource.address} sends data between its nodes without TLS.`;
  return [{ at: enabled ? memberSpan(enabled) : resource.header, message }];
}

/** Tokens of these issuers say whose they are in claims: without a condition, those of strangers do too. */
const sharedIssuer = /^https:\/\/(?:token\.actions\.githubusercontent\.com|gitlab\.com|app\.terraform\.io)\b/;

function anyWorkflow(resource: Resource): readonly Place[] {
  const [issuer] = membersAt(resource.body, 'oidc.issuer_uri');
  const isShared = sharedIssuer.test(writtenText(issuer?.value) ?? '');
  return issuer && isShared && !memberOf(resource.body, 'attribute_condition')
    ? [{ at: memberSpan(issuer), message: `${resource.address} takes tokens of any repository there is.` }]
    : [];
}

export const singleRules: readonly ResourceRule[] = [
  ...(['terraform', 'cloudformation'] as const).map((format) => ({
    id: `${format}/weak-transport/search-nodes` as const,
    title: 'Search domain whose nodes talk without TLS',
    cwes: ['CWE-319'],
    score: 40,
    confidence: 90,
    remediation: 'Switch the encryption between nodes on.',
    types:
      format === 'terraform'
        ? ['aws_elasticsearch_domain', 'aws_opensearch_domain']
        : ['AWS::Elasticsearch::Domain', 'AWS::OpenSearchService::Domain'],
    find: plainNodes,
  })),
  ...(['terraform', 'cloudformation'] as const).map((format) => ({
    id: `${format}/weak-transport/listener` as const,
    title: 'Load balancer that serves plain HTTP',
    cwes: ['CWE-319'],
    score: 40,
    confidence: 80,
    remediation: 'Redirect to https in the default action.',
    types:
      format === 'terraform'
        ? ['aws_lb_listener', 'aws_alb_listener']
        : ['AWS::ElasticLoadBalancingV2::Listener'],
    find: plainListener,
  })),
  {
    id: 'terraform/public-endpoint/azure-firewall',
    title: 'Database open to every address',
    cwes: ['CWE-284'],
    score: 74,
    confidence: 95,
    remediation: 'Name the addresses that need the database.',
    types: [
      'azurerm_mssql_firewall_rule',
      'azurerm_sql_firewall_rule',
      'azurerm_postgresql_firewall_rule',
      'azurerm_mysql_firewall_rule',
      'azurerm_mariadb_firewall_rule',
      'azurerm_postgresql_flexible_server_firewall_rule',
      'azurerm_mysql_flexible_server_firewall_rule',
    ],
    find: everyAddress,
  },
  {
    id: 'terraform/public-storage/bucket-binding',
    title: 'Data that everybody may reach',
    cwes: ['CWE-732'],
    score: 80,
    confidence: 90,
    remediation: 'Name the accounts that need access.',
    types: [
      'google_storage_bucket_iam_binding',
      'google_bigquery_dataset_iam_binding',
      'google_kms_crypto_key_iam_binding',
      'google_pubsub_topic_iam_binding',
      'google_artifact_registry_repository_iam_binding',
      'google_bigquery_table_iam_binding',
      'google_compute_image_iam_binding',
      'google_dataproc_cluster_iam_binding',
      'google_kms_key_ring_iam_binding',
      'google_project_iam_binding',
      'google_pubsub_subscription_iam_binding',
      'google_secret_manager_secret_iam_binding',
      'google_service_account_iam_binding',
    ],
    find: publicMembers,
  },
  {
    id: 'terraform/metadata-service/tokens-default',
    title: 'Metadata service that answers plain requests',
    cwes: ['CWE-918'],
    score: 30,
    confidence: 65,
    remediation: 'Add metadata_options with http_tokens = "required".',
    types: ['aws_instance', 'aws_launch_template'],
    find: metadataDefault,
  },
  {
    id: 'terraform/mutable-reference/module',
    title: 'Module without a fixed version',
    cwes: ['CWE-829'],
    score: 30,
    confidence: 90,
    remediation: 'Name a tag or commit by ?ref=.',
    types: ['module'],
    find: movingModule,
  },
  {
    id: 'terraform/excessive-permissions/subscription-owner',
    title: 'Owner of a whole subscription',
    cwes: ['CWE-269'],
    score: 60,
    confidence: 85,
    remediation: 'Give a role that names what is needed, on the resource group that needs it.',
    types: ['azurerm_role_assignment'],
    find: subscriptionOwner,
  },
  {
    id: 'terraform/excessive-permissions/default-account',
    title: 'Machine with the default service account',
    cwes: ['CWE-250'],
    score: 45,
    confidence: 85,
    remediation: 'Give the machine a service account of its own.',
    types: [
      'google_compute_instance',
      'google_compute_instance_template',
      'google_compute_instance_from_template',
      'google_container_cluster',
      'google_container_node_pool',
      'google_dataproc_cluster',
    ],
    find: defaultAccount,
  },
  {
    id: 'terraform/excessive-permissions/identity-provider',
    title: 'Identity provider that takes workflows of any repository',
    cwes: ['CWE-284'],
    score: 70,
    confidence: 80,
    remediation: 'Compare the owner of the repository in attribute_condition.',
    types: ['google_iam_workload_identity_pool_provider'],
    find: anyWorkflow,
  },
];
