import { useCallback, useState } from 'react';
import { isDraftOf, makeDraftKey, onForget, useUser } from '../../api/connection/session.ts';
import { noteUnsaved } from './unfinished.ts';

/** Only in the page's memory: unsaved text is never put into the browser's storage. */
const drafts = new Map<string, unknown>();

onForget((owner) => {
  for (const key of drafts.keys()) if (!isDraftOf(key, owner)) drafts.delete(key);
});

/** Keeps unsaved text for this person while the page lives: it survives navigation and an ended session. */
export function useDraft<Values>(name: string) {
  const key = makeDraftKey(useUser().id, name);
  const [restored] = useState(() => (drafts.get(key) ?? null) as Values | null);
  const keep = useCallback(
    (values: Values) => {
      drafts.set(key, values);
      noteUnsaved(key, 1);
    },
    [key],
  );
  const drop = useCallback(() => {
    drafts.delete(key);
    noteUnsaved(key, 0);
  }, [key]);
  return { restored, keep, drop };
}
