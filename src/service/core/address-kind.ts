import { BlockList, isIP } from 'node:net';

/** Addresses that name the machine's own surroundings; clouds serve credentials on link-local ones. */
const never = new BlockList();
never.addSubnet('169.254.0.0', 16);
never.addSubnet('0.0.0.0', 8);
never.addSubnet('192.0.0.0', 24);
never.addSubnet('198.18.0.0', 15);
never.addSubnet('224.0.0.0', 3);
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');
// Site-local addresses of before 2004, which some networks still route.
never.addSubnet('fec0::', 10, 'ipv6');
// Translated to IPv4, or with an IPv4 address in it, wherever that leads.
never.addRange('::2', '::ffff:ffff', 'ipv6');
never.addSubnet('::ffff:0:0:0', 96, 'ipv6');
never.addSubnet('2001::', 32, 'ipv6');
never.addSubnet('64:ff9b::', 32, 'ipv6');
never.addSubnet('2002::', 16, 'ipv6');
never.addAddress('::', 'ipv6');
never.addAddress('fd00:ec2::254', 'ipv6');

const inside = new BlockList();
inside.addSubnet('10.0.0.0', 8);
inside.addSubnet('172.16.0.0', 12);
inside.addSubnet('192.168.0.0', 16);
inside.addSubnet('100.64.0.0', 10);
inside.addSubnet('127.0.0.0', 8);
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

export type AddressKind = 'public' | 'private' | 'never';

/** What an IP address is for (RFC 6890): of the internet, of a network of one's own, or for nobody to be asked to reach. */
export function addressKind(address: string): AddressKind {
  const family = isIP(address);
  if (family === 0) return 'never';
  const name = family === 6 ? 'ipv6' : 'ipv4';
  if (never.check(address, name)) return 'never';
  return inside.check(address, name) ? 'private' : 'public';
}
