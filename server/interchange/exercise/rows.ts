import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';

/** Takes the row count of a file. Refuses (`ImportRefusal`) one beyond the limit. */
export function refuseManyRows(count: number): void {
  if (count > importBounds.rows)
    throw new ImportRefusal(`The file has more than ${importBounds.rows.toLocaleString('en')} rows.`);
}

/** Takes rows as read, refuses those whose source id an earlier row has. */
export class SourceIds {
  readonly #rows = new Map<string, string>();

  /** Reason for refusing a row; null if its id is free. */
  claim(sourceId: string, row: string): string | null {
    const before = this.#rows.get(sourceId);
    if (before !== undefined) return `It has the same id as ${before}.`;
    this.#rows.set(sourceId, row);
    return null;
  }
}

/** The name of a file without folder and extension. */
export function toTitle(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.[A-Za-z0-9]{1,8}$/, '') || 'Import';
}
