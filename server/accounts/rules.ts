/** What makes two emails the same account: neither case nor the way accents are spelled counts. */
export function toEmailKey(email: string): string {
  return toNameKey(email.trim());
}

/** What makes two names of groups the same. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
