import { useState } from 'react';
import { t } from '../../words.ts';
import { ShowChange } from './show-change.tsx';

type Typed = { base: string; text: string };

/** Text typed over a value that others may change meanwhile; null before typing. */
export function useTypedOver(theirs: string, restored: string | null = null) {
  const [typed, setTyped] = useState<Typed | null>(
    restored === null ? null : { base: theirs, text: restored },
  );
  return {
    text: typed?.text ?? null,
    isUntouched: typed !== null && typed.text === typed.base,
    /** Whether the others' text differs from both the previous and the typed one. */
    isOvertaken: typed !== null && theirs !== typed.base && theirs !== typed.text,
    begin: () => setTyped({ base: theirs, text: theirs }),
    write: (text: string) => setTyped((before) => ({ base: before?.base ?? theirs, text })),
    end: () => setTyped(null),
  };
}

/** Shown below a field that someone else has changed; offers to show their text. */
export function ChangedNote({ onShow }: { onShow: () => void }) {
  return (
    <span role="status">
      {t('shared.changed_by_somebody')} · <ShowChange onShow={onShow} />
    </span>
  );
}
