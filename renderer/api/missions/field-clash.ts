import { t } from '../../words.ts';
import { ApiError } from '../connection/problem.ts';

type Written = { updated_by: { display_name: string } | null };

/** Someone else has written the same fields in the meantime; `theirs` has the current values. */
export class FieldClash<Theirs extends Written, Field extends string> extends Error {
  readonly theirs: Theirs;
  readonly fields: readonly Field[];
  constructor(theirs: Theirs, fields: readonly Field[]) {
    super(t('app.somebody_changed_it', { name: theirs.updated_by?.display_name ?? t('app.somebody_else') }));
    this.name = 'FieldClash';
    this.theirs = theirs;
    this.fields = fields;
  }
}

/**
 * Writes the changed fields, based on the state `seen`. Others' changes to other fields stay; throws a `Clash` if they changed the
 * same ones.
 */
export async function writeFields<State extends Written, Field extends string & keyof State>(
  seen: State,
  change: Partial<Record<Field, unknown>>,
  {
    write,
    readAnew,
    toComparable = JSON.stringify,
    Clash,
  }: {
    write: (based: State) => Promise<State>;
    readAnew: () => Promise<State>;
    toComparable?: (value: unknown) => string;
    Clash: new (theirs: State, fields: readonly Field[]) => FieldClash<State, Field>;
  },
): Promise<State> {
  return write(seen).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
    const theirs = await readAnew();
    const fields = (Object.keys(change) as Field[]).filter(
      (field) => toComparable(theirs[field]) !== toComparable(seen[field]),
    );
    if (fields.length > 0) throw new Clash(theirs, fields);
    return write(theirs);
  });
}
