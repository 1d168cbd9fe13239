/** Names and addresses that no other network reaches, and those that documents use. */
const near =
  /^(?:localhost|0\.0\.0\.0|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)|\.(?:local|localhost|internal|intranet|private|corp|home|arpa|test|example|invalid|svc|lan)$|\.svc\.|\.ts\.net$|(?:^|\.)example\.(?:com|org|net)$/;

/** Plain HTTP to a host that is not this machine, not in a private network, and no name that only containers know. */
export function isPlainRemote(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && hostname.includes('.') && !near.test(hostname);
}
