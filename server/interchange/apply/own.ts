const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const plain = new RegExp(`^(?:[^/]*/)?(${uuid.source})(?:/\\d{1,3})?$`);

/**
 * Takes the id of a row in a file, returns the id of its object here if the file was exported from this installation: the id
 * itself, one with a run number, or that in base64. Null when it can't be one.
 */
export function ownIdOf(sourceId: string): string | null {
  const [, id = null] = plain.exec(sourceId) ?? [];
  if (id !== null) return id;
  const packed = /^([A-Za-z0-9+/]{40,120}={0,2})\/\d{1,6}$/.exec(sourceId)?.[1];
  if (packed === undefined) return null;
  return plain.exec(Buffer.from(packed, 'base64').toString('latin1'))?.[1] ?? null;
}

/** Reason for skipping objects that would come back as another kind: layers, and flows, which belong to missions. */
export const derivedWhy =
  'It was exported from a mission that exists here, and is skipped unless you choose otherwise';

export const ownWhy = 'It was created here, and is kept unless you choose otherwise';
