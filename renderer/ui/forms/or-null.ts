/** What a form sends of a text that may be absent. */
export const toNullIfEmpty = (text: string): string | null => (text.trim() === '' ? null : text);
