// A written text shows a picture by the digest of its evidence, which stays the same when that is copied, moved or imported.

/** Recorded types of evidence that texts and reports show; an SVG drawing is a program. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** Whether a file of this recorded type is shown as a picture. */
export function isPictureType(mimeType: string): boolean {
  return pictureTypes.some((type) => type === mimeType);
}

const scheme = 'evidence:';
const reference = new RegExp(String.raw`${scheme}([\da-f]{64})(?![\da-f])`, 'gi');

/** Takes the address of a picture in a text, returns the SHA-256 of evidence, '' for none of any; null for other addresses. */
export function toPictureDigest(address: string): string | null {
  if (!address.toLowerCase().startsWith(scheme)) return null;
  const [, sha256 = ''] = /^[^:]*:([\da-f]{64})$/i.exec(address) ?? [];
  return sha256.toLowerCase();
}

/** Takes a file and what is said in its place, returns the Markdown that shows it. */
export function writePicture({ sha256, alt }: { sha256: string; alt: string }): string {
  const said = alt
    .replace(/\s+/g, ' ')
    .replaceAll('\\', '/')
    .replace(/[`*_[\]<>|~&!]/g, String.raw`\$&`);
  return `![${said.trim()}](${scheme}${sha256})`;
}

/** Takes a text, returns it without the digests of evidence that may not be shown. */
export function dropPictures(text: string, isShown: (sha256: string) => boolean): string {
  return text.replace(reference, (whole, sha256: string) => (isShown(sha256.toLowerCase()) ? whole : scheme));
}

/** Whether what stands here in a text is the digest of a picture: it is no secret. */
export function isPictureDigest(text: string, index: number): boolean {
  return (
    text.slice(Math.max(0, index - scheme.length), index).toLowerCase() === scheme &&
    /^[\da-f]{64}/i.test(text.slice(index, index + 64))
  );
}
