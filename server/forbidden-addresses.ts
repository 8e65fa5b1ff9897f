import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that no framework or catalogue uses, and where a request from this machine could do harm: link-local, cloud metadata,
 * unspecified, multicast, reserved and broadcast. Loopback and private ranges are allowed, because frameworks run there.
 */
const forbidden = new BlockList();

const forbiddenV4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Metadata outside of link-local: Alibaba, Oracle, Azure.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
];
for (const [network, prefix] of forbiddenV4) {
  forbidden.addSubnet(network, prefix, 'ipv4');
  // The same addresses embedded in IPv6: mapped, translated (twice) and 6to4.
  const [a, b, c, d] = network.split('.').map(Number) as [number, number, number, number];
  const inHex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  forbidden.addSubnet(`::ffff:${inHex}`, 96 + prefix, 'ipv6');
  forbidden.addSubnet(`::ffff:0:${inHex}`, 96 + prefix, 'ipv6');
  forbidden.addSubnet(`64:ff9b::${inHex}`, 96 + prefix, 'ipv6');
  forbidden.addSubnet(`2002:${inHex}::`, 16 + prefix, 'ipv6');
  // IPv4-compatible; leaves out ::/104, which contains the loopback address ::1.
  if (a !== 0) forbidden.addSubnet(`::${inHex}`, 96 + prefix, 'ipv6');
}
forbidden.addAddress('::', 'ipv6');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6');
// Translations into a site's own IPv4 network, in which the IPv4 address has no fixed position.
forbidden.addSubnet('64:ff9b:1::', 48, 'ipv6');
// Metadata addresses of Amazon and Google.
forbidden.addAddress('fd00:ec2::254', 'ipv6');
forbidden.addAddress('fd20:ce::254', 'ipv6');

/** Describes such an address, for the end of a sentence. */
export const forbiddenKinds = 'link-local, unspecified, multicast, broadcast or of a metadata service';

/** Whether Damson never connects to this IP address; also true for anything but an IP address. */
export function isForbiddenAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const family = isIP(bare);
  return family === 0 || forbidden.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves a name to its permitted addresses; fails with the error made by `refuse` if there are none. */
export function restrictLookup(lookup: LookupFunction, refuse: () => Error): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found.filter((one) => !isForbiddenAddress(one.address)) : [];
      const first = addresses[0];
      if (error) callback(error, [], 0);
      else if (!first) callback(refuse(), [], 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
