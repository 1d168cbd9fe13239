import type { NetworkSettings } from '../api/transport/network.ts';

/**
 * The editor's `http.*` settings as the client takes them. A value of a wrong type counts as not set, so that a slip
 * in the settings never switches certificate checks off.
 * @param read a setting below `http.`
 */
export function networkSettings(read: (key: string) => unknown): NetworkSettings {
  const proxy = text(read('proxy'));
  const proxyAuthorization = text(read('proxyAuthorization'));
  const noProxy = read('noProxy');
  return {
    // Of the other values (`on`, `override`, `fallback`) all mean for us: the settings, else the environment.
    useProxy: read('proxySupport') !== 'off',
    verifyCertificates: read('proxyStrictSSL') !== false,
    systemCertificates: read('systemCertificates') !== false,
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    ...(proxy && { proxy }),
    ...(proxyAuthorization && { proxyAuthorization }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
