import type { AttributeRow } from './attributes.ts';

const on = /^(?:true|1|enabled)$/;
const off = /^(?:false|0|disabled)$/;

const publicData = { cwes: ['CWE-732'], confidence: 90 } as const;
const endpoint = { cwes: ['CWE-284'], confidence: 90 } as const;
const atRest = { cwes: ['CWE-311'], score: 40, confidence: 90 } as const;

/**
 * Attributes about data, and about who reaches it, that decide alone. Meaning and defaults: registry.terraform.io of hashicorp/aws, hashicorp/azurerm and
 * hashicorp/google; the CloudFormation resource reference.
 */
export const dataRows: readonly AttributeRow[] = [
  {
    ...{ ...publicData, id: 'public-storage/bucket-acl', score: 82 },
    title: 'Bucket that everybody may read',
    remediation: 'Use the ACL private, and block public access.',
    bad: /^(?:public-?read(?:-?write)?|authenticated-?read|website)$/,
    message: 'lets everybody list and read its objects.',
    terraform: [['aws_s3_bucket', 'aws_s3_bucket_acl'], 'acl'],
    cloudformation: [['AWS::S3::Bucket'], 'AccessControl'],
  },
  ...(
    [
      ['block_public_acls', 'BlockPublicAcls'],
      ['block_public_policy', 'BlockPublicPolicy'],
      ['ignore_public_acls', 'IgnorePublicAcls'],
      ['restrict_public_buckets', 'RestrictPublicBuckets'],
    ] as const
  ).map(
    ([terraform, cloudformation]): AttributeRow => ({
      ...{ ...publicData, id: `public-storage/${terraform.replaceAll('_', '-')}`, score: 45 },
      title: 'Block of public access switched off',
      remediation: 'Switch it on.',
      bad: off,
      good: 'true',
      message: `switches \`${terraform}\` off, so one wrong ACL or policy makes the bucket public.`,
      terraform: [['aws_s3_bucket_public_access_block', 'aws_s3_account_public_access_block'], terraform],
      cloudformation: [['AWS::S3::Bucket'], `PublicAccessBlockConfiguration.${cloudformation}`],
    }),
  ),
  {
    ...{ ...publicData, id: 'public-storage/blob-container', score: 75 },
    title: 'Container that everybody may read',
    remediation: 'Set container_access_type to private.',
    bad: /^(?:blob|container)$/,
    good: '"private"',
    message: 'lets everybody read its blobs by their address.',
    terraform: [['azurerm_storage_container'], 'container_access_type'],
  },
  {
    ...{ ...publicData, id: 'public-storage/blob-account', score: 50 },
    title: 'Storage account that allows public containers',
    remediation: 'Set allow_nested_items_to_be_public to false.',
    bad: on,
    good: 'false',
    message: 'allows its containers to be public.',
    terraform: [['azurerm_storage_account'], 'allow_nested_items_to_be_public'],
  },
  {
    ...{ ...publicData, id: 'public-storage/object-acl', score: 75 },
    title: 'Bucket that everybody may read',
    remediation: 'Give access to named accounts.',
    bad: /^(?:publicread(?:write)?|authenticatedread)$/,
    message: 'lets everybody read its objects.',
    terraform: [['google_storage_bucket_acl', 'google_storage_default_object_acl'], 'predefined_acl'],
  },
  {
    ...{ ...publicData, id: 'public-storage/bucket-member', score: 80 },
    title: 'Data that everybody may reach',
    remediation: 'Name the accounts that need access.',
    bad: /^all(?:authenticated)?users$/,
    message: 'gives its role to everybody.',
    terraform: [
      [
        'google_storage_bucket_iam_member',
        'google_bigquery_dataset_iam_member',
        'google_kms_crypto_key_iam_member',
        'google_pubsub_topic_iam_member',
        'google_artifact_registry_repository_iam_member',
      ],
      'member',
    ],
  },
  {
    ...{ ...publicData, id: 'public-storage/dataset-access', score: 80 },
    title: 'Dataset that everybody may read',
    remediation: 'Name the accounts that need access.',
    bad: /^all(?:authenticated)?users$/,
    message: 'gives everybody access to its tables.',
    terraform: [['google_bigquery_dataset'], 'access.special_group'],
  },
  {
    ...{ ...publicData, id: 'public-storage/shared-image', score: 70 },
    title: 'Image or snapshot that everybody may copy',
    remediation: 'Share it with named accounts.',
    bad: /^all$/,
    message: 'lets everybody copy it, with all data on it.',
    terraform: [['aws_ami_launch_permission', 'aws_snapshot_create_volume_permission'], 'group'],
  },
  {
    ...{ ...endpoint, id: 'public-endpoint/database', score: 74 },
    title: 'Database on the internet',
    remediation: 'Take the public address away, and reach it from its network.',
    bad: on,
    good: 'false',
    message: 'has an address on the internet.',
    terraform: [
      [
        'aws_db_instance',
        'aws_rds_cluster_instance',
        'aws_redshift_cluster',
        'aws_dms_replication_instance',
        'aws_mq_broker',
        'aws_docdb_cluster_instance',
        'aws_neptune_cluster_instance',
      ],
      'publicly_accessible',
    ],
    cloudformation: [
      [
        'AWS::RDS::DBInstance',
        'AWS::Redshift::Cluster',
        'AWS::DMS::ReplicationInstance',
        'AWS::AmazonMQ::Broker',
      ],
      'PubliclyAccessible',
    ],
  },
  {
    ...{ ...endpoint, id: 'public-endpoint/azure-network', score: 50, confidence: 75 },
    title: 'Service with an address on the internet',
    remediation: 'Set public_network_access_enabled to false, and use a private endpoint.',
    bad: on,
    message: 'can be reached from the internet, as far as its firewall allows.',
    terraform: [
      [
        'azurerm_mssql_server',
        'azurerm_postgresql_server',
        'azurerm_mysql_server',
        'azurerm_mariadb_server',
        'azurerm_cosmosdb_account',
        'azurerm_redis_cache',
        'azurerm_postgresql_flexible_server',
      ],
      'public_network_access_enabled',
    ],
  },
  {
    ...{ ...endpoint, id: 'public-endpoint/address-list', score: 74 },
    title: 'Database or control plane open to every address',
    remediation: 'Name the networks that need it.',
    bad: /^(?:0\.0\.0\.0\/0|::\/0)$/,
    message: 'accepts connections from every address.',
    terraform: [['google_sql_database_instance'], 'settings.ip_configuration.authorized_networks.value'],
  },
  {
    ...{ ...endpoint, id: 'public-endpoint/cluster-networks', score: 70 },
    title: 'Control plane open to every address',
    remediation: 'Name the networks of those who administer the cluster.',
    bad: /^(?:0\.0\.0\.0\/0|::\/0)$/,
    message: 'accepts connections to its control plane from every address.',
    terraform: [['google_container_cluster'], 'master_authorized_networks_config.cidr_blocks.cidr_block'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/volume' },
    title: 'Volume without encryption',
    remediation: 'Set encrypted to true.',
    bad: off,
    whenAbsent: true,
    good: 'true',
    message: 'is not encrypted, unless the account encrypts new volumes by default.',
    confidence: 75,
    terraform: [['aws_ebs_volume'], 'encrypted'],
    cloudformation: [['AWS::EC2::Volume'], 'Encrypted'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/database' },
    title: 'Database without encryption',
    remediation:
      'Set storage encryption to true; a database that exists has to be restored from an encrypted snapshot.',
    bad: off,
    whenAbsent: true,
    good: 'true',
    message: 'keeps its data and backups unencrypted.',
    unless: ['replicate_source_db', 'SourceDBInstanceIdentifier', 'DBClusterIdentifier'],
    terraform: [
      ['aws_db_instance', 'aws_rds_cluster', 'aws_docdb_cluster', 'aws_neptune_cluster'],
      'storage_encrypted',
    ],
    cloudformation: [
      ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster', 'AWS::DocDB::DBCluster', 'AWS::Neptune::DBCluster'],
      'StorageEncrypted',
    ],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/file-system' },
    title: 'File system or warehouse without encryption',
    remediation: 'Set encrypted to true.',
    bad: off,
    whenAbsent: true,
    good: 'true',
    message: 'keeps its data unencrypted.',
    terraform: [['aws_efs_file_system', 'aws_redshift_cluster'], 'encrypted'],
    cloudformation: [['AWS::EFS::FileSystem', 'AWS::Redshift::Cluster'], 'Encrypted'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/cache' },
    title: 'Cache without encryption',
    remediation: 'Set encryption at rest to true.',
    bad: off,
    whenAbsent: true,
    good: 'true',
    message: 'writes its data to disk unencrypted.',
    terraform: [['aws_elasticache_replication_group'], 'at_rest_encryption_enabled'],
    cloudformation: [['AWS::ElastiCache::ReplicationGroup'], 'AtRestEncryptionEnabled'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/root-volume' },
    title: 'Volume of a machine without encryption',
    remediation: 'Set encrypted to true.',
    bad: off,
    good: 'true',
    message: 'has a volume without encryption.',
    terraform: [['aws_instance', 'aws_launch_configuration'], 'root_block_device.encrypted'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/search-domain' },
    title: 'Search domain without encryption',
    remediation: 'Switch encrypt_at_rest on.',
    bad: off,
    message: 'keeps its indices unencrypted.',
    terraform: [['aws_elasticsearch_domain', 'aws_opensearch_domain'], 'encrypt_at_rest.enabled'],
    cloudformation: [
      ['AWS::Elasticsearch::Domain', 'AWS::OpenSearchService::Domain'],
      'EncryptionAtRestOptions.Enabled',
    ],
  },
];
