import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';

/** Takes the count of rows of a file. Refuses (`ImportRefusal`) one with more than are taken. */
export function refuseManyRows(count: number): void {
  if (count > importBounds.rows)
    throw new ImportRefusal(`The file has more than ${importBounds.rows.toLocaleString('en')} rows.`);
}

/** Takes rows as they were read, refuses those whose source id another row before them has. */
export class SourceIds {
  readonly #rows = new Map<string, string>();

  /** Why a row is refused; null where nobody has its id. */
  claim(sourceId: string, row: string): string | null {
    const before = this.#rows.get(sourceId);
    if (before !== undefined) return `It has the same id as ${before}.`;
    this.#rows.set(sourceId, row);
    return null;
  }
}

/** The name of a file without its folder and its ending. */
export function toTitle(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.[A-Za-z0-9]{1,8}$/, '') || 'Import';
}
