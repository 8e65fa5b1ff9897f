import { useState } from 'react';
import { t } from '../../words.ts';
import { ShowChange } from './show-change.tsx';

type Typed = { base: string; text: string };

/** Text that is typed in place of one that others may change meanwhile; null while nothing is typed. */
export function useTypedOver(theirs: string, restored: string | null = null) {
  const [typed, setTyped] = useState<Typed | null>(
    restored === null ? null : { base: theirs, text: restored },
  );
  return {
    text: typed?.text ?? null,
    isUntouched: typed !== null && typed.text === typed.base,
    /** Whether others wrote something else than what was there, and than what is typed. */
    isOvertaken: typed !== null && theirs !== typed.base && theirs !== typed.text,
    begin: () => setTyped({ base: theirs, text: theirs }),
    write: (text: string) => setTyped((before) => ({ base: before?.base ?? theirs, text })),
    end: () => setTyped(null),
  };
}

/** Below a field: somebody else has changed it, and what they wrote can be had. */
export function ChangedNote({ onShow }: { onShow: () => void }) {
  return (
    <span role="status">
      {t('shared.changed_by_somebody')} · <ShowChange onShow={onShow} />
    </span>
  );
}
