import assert from 'node:assert/strict';
import { type AddressKind, addressKind } from '../../../../src/service/core/address-kind.ts';

describe('the kind of an address', () => {
  const kinds: readonly (readonly [AddressKind, readonly string[]])[] = [
    ['public', ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14']],
    ['private', ['127.0.0.1', '10.1.2.3', '::1', 'fd12::1', '::ffff:127.0.0.1', '::ffff:a01:203']],
    ['never', ['169.254.169.254', '0.0.0.0', '224.0.0.1', '::', 'fe80::1', 'ff02::1', 'fd00:ec2::254']],
    // An IPv4 address within one of IPv6: mapped, compatible, translated, 6to4, Teredo, NAT64.
    ['never', ['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::127.0.0.1', '::a9fe:a9fe']],
    ['never', ['::ffff:0:7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '64:ff9b::7f00:1']],
    ['never', ['64:ff9b:1::7f00:1', 'fec0::1']],
    ['never', ['localhost', '127.1', '', '2130706433']],
  ];
  for (const [kind, addresses] of kinds)
    for (const address of addresses)
      it(`is ${kind} for ${address === '' ? 'nothing' : address}`, () => {
        assert.equal(addressKind(address), kind);
      });
});
