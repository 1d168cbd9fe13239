/** Ports that administrators or other servers use, and nobody else: a service by its registered port (IANA). */
export const internalPorts: ReadonlyMap<number, string> = new Map([
  [21, 'FTP'],
  [22, 'SSH'],
  [23, 'Telnet'],
  [135, 'RPC'],
  [139, 'NetBIOS'],
  [445, 'SMB'],
  [1433, 'SQL Server'],
  [1521, 'Oracle'],
  [2049, 'NFS'],
  [2375, 'Docker'],
  [2379, 'etcd'],
  [3306, 'MySQL'],
  [3389, 'RDP'],
  [5432, 'PostgreSQL'],
  [5601, 'Kibana'],
  [5900, 'VNC'],
  [5984, 'CouchDB'],
  [5985, 'WinRM'],
  [5986, 'WinRM'],
  [6379, 'Redis'],
  [6443, 'Kubernetes'],
  [9200, 'Elasticsearch'],
  [9300, 'Elasticsearch'],
  [10250, 'kubelet'],
  [11211, 'memcached'],
  [15672, 'RabbitMQ'],
  [27017, 'MongoDB'],
]);

/** The first of these ports within a range; undefined where there is none. */
export function internalPortIn(
  from: number,
  to: number,
): readonly [port: number, service: string] | undefined {
  for (const entry of internalPorts) if (from <= entry[0] && entry[0] <= to) return entry;
  return undefined;
}
