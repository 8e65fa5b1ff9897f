/** What a package says of who publishes it. */
export type Addresses = { homepage: string | null | undefined; maintainer: string | null | undefined };

/** `.invalid`, `.example` and the like lead nowhere, by RFC 2606. */
const placeholder =
  /(?:^|[@/.])(?:[\w-]+\.)*(?:invalid|example|test|localhost|example\.(?:com|net|org))(?=$|[/:>\s])/i;

/**
 * The settings of electron-builder that hold no real address, or none. Installers show both to people, who would write to nobody.
 */
export function findPlaceholders({ homepage, maintainer }: Addresses): string[] {
  const isReal = (address: string | null | undefined): boolean =>
    typeof address === 'string' && /\w\.\w/.test(address) && !placeholder.test(address);
  return [
    ...(isReal(homepage) ? [] : ['extraMetadata.homepage']),
    ...(isReal(maintainer) ? [] : ['linux.maintainer']),
  ];
}
