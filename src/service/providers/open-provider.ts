import type { Outbound } from '../core/outbound.ts';
import type { Provider, ProviderAccess } from './provider.ts';

/** The provider of a type. Each adapter is loaded with its first use. */
export async function openProvider(
  outbound: Pick<Outbound, 'send'>,
  access: ProviderAccess,
): Promise<Provider> {
  switch (access.type) {
    case 'github':
      return (await import('./github/adapter.ts')).github(outbound, access);
    case 'gitlab':
      return (await import('./gitlab/adapter.ts')).gitlab(outbound, access);
    case 'bitbucket':
      return (await import('./bitbucket/adapter.ts')).bitbucket(outbound, access);
    case 'bitbucketDataCenter':
      return (await import('./bitbucket-data-center/adapter.ts')).bitbucketDataCenter(outbound, access);
    case 'azureDevops':
      return (await import('./azure-devops/adapter.ts')).azureDevops(outbound, access);
  }
}
