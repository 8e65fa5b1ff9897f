import { BlockList, isIP } from 'node:net';

/**
 * Addresses no framework lives at, and where a request from this machine could do harm: link-local ones (cloud metadata
 * among them), unspecified, multicast, reserved and broadcast. Loopback and private ranges are where frameworks live.
 */
const forbidden = new BlockList();

const forbiddenV4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
for (const [network, prefix] of forbiddenV4) {
  forbidden.addSubnet(network, prefix, 'ipv4');
  // The same addresses in the spellings that carry an IPv4 address inside an IPv6 one: mapped, translated and 6to4.
  const [a, b, c, d] = network.split('.').map(Number) as [number, number, number, number];
  const inHex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  forbidden.addSubnet(`::ffff:${inHex}`, 96 + prefix, 'ipv6');
  forbidden.addSubnet(`64:ff9b::${inHex}`, 96 + prefix, 'ipv6');
  forbidden.addSubnet(`2002:${inHex}::`, 16 + prefix, 'ipv6');
  // IPv4-compatible; ::/104 is left out, for it holds the loopback address ::1.
  if (a !== 0) forbidden.addSubnet(`::${inHex}`, 96 + prefix, 'ipv6');
}
forbidden.addAddress('::', 'ipv6');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6');

/** Whether Damson never connects to this IP address; what is not an IP address at all is forbidden too. */
export function isForbiddenAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const family = isIP(bare);
  return family === 0 || forbidden.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}
