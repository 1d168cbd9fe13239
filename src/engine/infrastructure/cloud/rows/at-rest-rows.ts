import type { AttributeRow } from '../attributes.ts';

const on = /^(?:true|1|enabled)$/;
const off = /^(?:false|0|disabled)$/;

const atRest = { cwes: ['CWE-311'], score: 40, confidence: 90 } as const;

/** Volumes of machines, in the blocks of each type. */
const volumePaths = [
  'root_block_device.encrypted',
  'ebs_block_device.encrypted',
  'block_device_mappings.ebs.encrypted',
] as const;

/** Attributes about data at rest that decide alone; sources as in `public-rows.ts`. */
export const atRestRows: readonly AttributeRow[] = [
  {
    ...{ ...atRest, id: 'unencrypted-storage/volume' },
    title: 'Volume without encryption',
    remediation: 'Set encrypted to true.',
    bad: off,
    whenAbsent: 'resource',
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
    whenAbsent: 'resource',
    good: 'true',
    message: 'keeps its data and backups unencrypted.',
    unless: [
      'replicate_source_db',
      'source_db_cluster_identifier',
      'SourceDBInstanceIdentifier',
      // A member of a cluster; of a cluster, it is the name.
      'AWS::RDS::DBInstance DBClusterIdentifier',
    ],
    terraform: [
      [
        'aws_db_instance',
        'aws_rds_cluster',
        'aws_rds_global_cluster',
        'aws_docdb_cluster',
        'aws_docdb_global_cluster',
        'aws_neptune_cluster',
      ],
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
    whenAbsent: 'resource',
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
    whenAbsent: 'resource',
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
    terraform: [
      ['aws_instance', 'aws_launch_configuration', 'aws_launch_template', 'aws_ami'],
      ...volumePaths,
    ],
    cloudformation: [
      ['AWS::EC2::Instance', 'AWS::EC2::LaunchTemplate', 'AWS::AutoScaling::LaunchConfiguration'],
      'BlockDeviceMappings.Ebs.Encrypted',
      'LaunchTemplateData.BlockDeviceMappings.Ebs.Encrypted',
    ],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/search-domain' },
    title: 'Search domain without encryption',
    remediation: 'Switch encrypt_at_rest on.',
    bad: off,
    whenAbsent: 'resource',
    message: 'keeps its indices unencrypted.',
    terraform: [['aws_elasticsearch_domain', 'aws_opensearch_domain'], 'encrypt_at_rest.enabled'],
    cloudformation: [
      ['AWS::Elasticsearch::Domain', 'AWS::OpenSearchService::Domain'],
      'EncryptionAtRestOptions.Enabled',
    ],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/default-volume', score: 25, confidence: 65 },
    title: 'Volume of a machine without encryption',
    remediation: 'Set encrypted to true.',
    bad: /(?!)/,
    whenAbsent: 'block',
    message: 'has a volume that is encrypted only if the account or the image says so.',
    unless: ['root_block_device.snapshot_id', 'ebs_block_device.snapshot_id'],
    terraform: [['aws_instance', 'aws_launch_configuration', 'aws_launch_template'], ...volumePaths],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/copied-image' },
    title: 'Copy of an image or snapshot without encryption',
    remediation: 'Set encrypted to true.',
    bad: off,
    whenAbsent: 'resource',
    good: 'true',
    message: 'is not encrypted, unless the account encrypts new volumes by default.',
    confidence: 75,
    terraform: [['aws_ami_copy', 'aws_ebs_snapshot_copy'], 'encrypted'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/workspace' },
    title: 'Desktop without encryption',
    remediation: 'Switch the encryption of both volumes on.',
    bad: off,
    whenAbsent: 'block',
    message: 'keeps the files of its user unencrypted.',
    terraform: [
      ['aws_workspaces_workspace'],
      'root_volume_encryption_enabled',
      'user_volume_encryption_enabled',
    ],
    cloudformation: [
      ['AWS::WorkSpaces::Workspace'],
      'RootVolumeEncryptionEnabled',
      'UserVolumeEncryptionEnabled',
    ],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/accelerator' },
    title: 'Cache of a database without encryption',
    remediation: 'Switch server-side encryption on.',
    bad: off,
    whenAbsent: 'resource',
    message: 'writes what it caches to disk unencrypted.',
    terraform: [['aws_dax_cluster'], 'server_side_encryption.enabled'],
    cloudformation: [['AWS::DAX::Cluster'], 'SSESpecification.SSEEnabled'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/stream', score: 30 },
    title: 'Stream without encryption',
    remediation: 'Set the type of encryption to KMS.',
    bad: /^none$/,
    whenAbsent: 'resource',
    message: 'keeps its records unencrypted.',
    terraform: [['aws_kinesis_stream'], 'encryption_type'],
    cloudformation: [['AWS::Kinesis::Stream'], 'StreamEncryption.EncryptionType'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/queue', score: 30 },
    title: 'Queue without encryption',
    remediation: 'Leave the setting out: queues are encrypted then.',
    bad: off,
    good: 'true',
    message: 'keeps its messages unencrypted.',
    unless: ['kms_master_key_id', 'KmsMasterKeyId'],
    terraform: [['aws_sqs_queue'], 'sqs_managed_sse_enabled'],
    cloudformation: [['AWS::SQS::Queue'], 'SqsManagedSseEnabled'],
  },
  {
    ...{ ...atRest, id: 'unencrypted-storage/build-artifacts', score: 30 },
    title: 'Results of a build without encryption',
    remediation: 'Leave encryption_disabled out.',
    bad: on,
    good: 'false',
    message: 'stores what it builds, or its logs, unencrypted.',
    terraform: [
      ['aws_codebuild_project'],
      'artifacts.encryption_disabled',
      'secondary_artifacts.encryption_disabled',
      'logs_config.s3_logs.encryption_disabled',
    ],
    cloudformation: [
      ['AWS::CodeBuild::Project'],
      'Artifacts.EncryptionDisabled',
      'SecondaryArtifacts.EncryptionDisabled',
      'LogsConfig.S3Logs.EncryptionDisabled',
    ],
  },
];
