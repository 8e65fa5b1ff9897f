const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const mark = new RegExp(`^damson:(mission|test)/(${uuid})(?:/([a-z]{1,40}))?$`);

/** Origin of an exported object in a file of another tool. */
export type OwnMark = { of: 'mission' | 'test'; id: string };

/** Marks an exported object, if its format has room for custom data; `part` distinguishes several parts of one object. */
export function writeMark({ of, id }: OwnMark, part?: string): string {
  return `damson:${of}/${id}${part === undefined ? '' : `/${part}`}`;
}

/** Takes a text, returns the mark in it; null for any other text. */
export function readMark(text: string | null): OwnMark | null {
  const [, of, id] = mark.exec(text ?? '') ?? [];
  return of === undefined || id === undefined ? null : { of: of as OwnMark['of'], id };
}
