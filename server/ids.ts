import { v7, validate } from 'uuid';

/** A new UUIDv7: identifiers sort by the order in which they were made. */
export function newId(): string {
  return v7();
}

export function isId(text: string): boolean {
  return validate(text);
}
