/** The SHA-256 of a certificate: 64 lower-case hexadecimal digits, from any spelling. Null for anything else. */
export function readFingerprint(text: string): string | null {
  const digits = text.replaceAll(/[:\s]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
}

/** A fingerprint in rows of eight pairs, to be compared by eye. */
export function toFingerprintRows(fingerprint: string): string[] {
  return (
    fingerprint
      .toUpperCase()
      .match(/(?:[0-9A-F]{2}:?){1,8}/g)
      ?.map(separatePairs) ?? []
  );
}

function separatePairs(row: string): string {
  return (row.match(/[0-9A-F]{2}/g) ?? []).join(' ');
}

const joinForm = /^#cert=sha256:([0-9a-f]{64})$/;

/**
 * A server's sign-in link with the expected certificate fingerprint. It comes after the `#`, so it stays in the address bar next
 * to a browser's warning, and is never sent to the responding server.
 */
export function toJoinLink(url: string, fingerprint: string | null): string {
  const digits = fingerprint === null ? null : readFingerprint(fingerprint);
  return digits === null ? url : `${url}/sign-in#cert=sha256:${digits}`;
}

/** The fingerprint after the `#` of such a link (`#` included); null when there is none. */
export function readJoinFingerprint(hash: string): string | null {
  return joinForm.exec(hash)?.[1] ?? null;
}
