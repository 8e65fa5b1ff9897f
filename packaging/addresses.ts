/** Publisher's addresses in a package. */
export type Addresses = { homepage: string | null | undefined; maintainer: string | null | undefined };

/** `.invalid`, `.example` and similar domains never resolve, by RFC 2606. */
const placeholder =
  /(?:^|[@/.])(?:[\w-]+\.)*(?:invalid|example|test|localhost|example\.(?:com|net|org))(?=$|[/:>\s])/i;

/**
 * The electron-builder settings with a missing or placeholder address. Installers show both addresses to people, whose messages
 * would reach nobody.
 */
export function findPlaceholders({ homepage, maintainer }: Addresses): string[] {
  const isReal = (address: string | null | undefined): boolean =>
    typeof address === 'string' && /\w\.\w/.test(address) && !placeholder.test(address);
  return [
    ...(isReal(homepage) ? [] : ['extraMetadata.homepage']),
    ...(isReal(maintainer) ? [] : ['linux.maintainer']),
  ];
}
