import type { ApiErrorReason } from '../../api/api-error.ts';

/**
 * Why the operator's proxy did not lead to a host, as a sentence for a person. It does not say where the proxy is: those
 * who use a service need not know its network.
 */
export function proxyFault(host: string, reason: ApiErrorReason | undefined): string {
  switch (reason) {
    case 'proxyAddress':
      return 'The address of the service’s proxy is not valid. An administrator of the deployment can correct HTTPS_PROXY.';
    case 'proxyAuthentication':
      return 'The service’s proxy asks for a user name and password, or did not accept them.';
    case 'proxyRefused':
      return `The service’s proxy did not connect to ${host}.`;
    default:
      return 'The service’s proxy cannot be reached.';
  }
}
