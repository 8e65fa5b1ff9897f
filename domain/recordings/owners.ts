/** Files that are recordings of a session whatever they are called; texts are only by their name. */
const sure = /\.(?:cast|cast\.gz|typescript|timing)$/i;
const possible = /\.(?:cast|cast\.gz|typescript|timing|txt|log)$/i;

/** Whether a file is a recording of a session by its ending. */
export const isRecordingFile = (name: string): boolean => sure.test(name);

type Named = { id: string; name: string; guid: string | null; row: string };

/**
 * Takes executions of a log and the names of files beside it, returns the recordings of each by its index: files with the execution's
 * id, name or GUID as their name, or with that of a log that has no other execution. A name of several executions is nobody's.
 */
export function findRecordings(
  executions: readonly Named[],
  files: readonly string[],
): Map<number, string[]> {
  const owners = new Map<string, number | null>();
  for (const [index, execution] of executions.entries()) {
    for (const key of new Set(listNames(execution))) {
      if (key !== '') owners.set(key, owners.has(key) ? null : index);
    }
  }
  const found = new Map<number, string[]>();
  for (const file of files) {
    if (!possible.test(file)) continue;
    const owner = owners.get(toKey(withoutFolders(file).replace(possible, '')));
    if (owner != null) found.set(owner, [...(found.get(owner) ?? []), file]);
  }
  return found;
}

function listNames({ id, name, guid, row }: Named): string[] {
  const log = withoutFolders(row.split(', ', 1)[0] ?? '').replace(/\.[a-z0-9]{1,8}$/i, '');
  return [id, id.split('/').at(-1) ?? '', name, guid ?? '', log].map(toKey);
}

function toKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

export function withoutFolders(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
