/** A form's value for an optional text. */
export const toNullIfEmpty = (text: string): string | null => (text.trim() === '' ? null : text);
