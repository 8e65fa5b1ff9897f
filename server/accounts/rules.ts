/** What makes two emails the same account: neither case nor the way accents are spelled counts. */
export function emailKey(email: string): string {
  return nameKey(email.trim());
}

/** What makes two names of groups the same. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
