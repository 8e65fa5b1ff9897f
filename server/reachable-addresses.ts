import { networkInterfaces } from 'node:os';

/** An address of this computer and its network interface. */
export type ReachableAddress = { address: string; interface: string; family: 4 | 6 };

/** The addresses under which others could reach this computer, IPv4 first, without link-local ones. */
export function listReachableAddresses(interfaces = networkInterfaces()): ReachableAddress[] {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) =>
      addresses
        .filter(({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address))
        .map(
          ({ address, family }) => ({ address, interface: name, family: family === 'IPv4' ? 4 : 6 }) as const,
        ),
    )
    .sort((one, other) => one.family - other.family);
}
