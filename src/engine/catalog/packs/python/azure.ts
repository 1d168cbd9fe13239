import { definePack } from '../../pack.ts';
import { argument, guards, makes, members, sinks } from './rows.ts';

const storage = 'azure.storage';
/** Clients that are made for an address, and whatever they do goes there, with the program's credentials. */
const clients: readonly (readonly [parameter: string, apis: readonly string[]])[] = [
  [
    'vault_url',
    members('azure.keyvault', 'secrets.SecretClient keys.KeyClient certificates.CertificateClient'),
  ],
  [
    'account_url',
    [
      ...members(storage, 'blob.BlobServiceClient blob.ContainerClient blob.BlobClient'),
      ...members(
        storage,
        'fileshare.ShareServiceClient fileshare.ShareClient fileshare.ShareFileClient fileshare.ShareDirectoryClient',
      ),
      ...members(storage, 'queue.QueueServiceClient queue.QueueClient filedatalake.DataLakeServiceClient'),
    ],
  ],
  ['container_url', [`${storage}.blob.ContainerClient.from_container_url`]],
  [
    'blob_url',
    members(storage, 'blob.BlobClient.from_blob_url blob.download_blob_from_url blob.upload_blob_to_url'),
  ],
  ['share_url', [`${storage}.fileshare.ShareClient.from_share_url`]],
  ['file_url', [`${storage}.fileshare.ShareFileClient.from_file_url`]],
  ['directory_url', [`${storage}.fileshare.ShareDirectoryClient.from_directory_url`]],
  ['queue_url', [`${storage}.queue.QueueClient.from_queue_url`]],
  ['table_url', ['azure.data.tables.TableClient.from_table_url']],
  [
    'endpoint',
    [
      ...members('azure.data.tables', 'TableServiceClient TableClient'),
      ...members('azure.search.documents', 'SearchClient indexes.SearchIndexClient'),
      'azure.appconfiguration.AzureAppConfigurationClient',
      'azure.eventgrid.EventGridPublisherClient',
      'azure.ai.inference.ChatCompletionsClient',
    ],
  ],
  ['url', ['azure.cosmos.CosmosClient']],
];

/** `azure.storage.blob.BlobClient` has a twin `azure.storage.blob.aio.BlobClient`. */
const asynchronous = (api: string): string =>
  api.replace(/\.(?=[A-Z]\w*(?:\.\w+)?$|\w+_from_url$|\w+_to_url$)/, '.aio.');

export const azure = definePack({
  id: 'python/azure',
  languages: ['python'],
  title: 'Azure SDK',
  provenance: 'Azure SDK for Python and Microsoft AntiSSRF documentation',
  rows: [
    ...clients.flatMap(([parameter, apis]) =>
      sinks('ssrf', argument(0, parameter), [...apis, ...apis.map(asynchronous)]),
    ),
    ...guards(
      ['ssrf'],
      'Argument[0]',
      members('AntiSSRF.URIValidator', 'in_domain in_azure_keyvault_domain in_azure_storage_domain'),
    ),
    // A session that refuses addresses of internal networks.
    ...makes('AntiSSRF.Session', ['AntiSSRF.AntiSSRFPolicy.get_antissrf_session']),
  ],
});
