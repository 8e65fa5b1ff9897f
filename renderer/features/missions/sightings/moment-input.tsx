import { TextInput, type TextInputProps } from '@mantine/core';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import { nameZone } from '../../../ui/record/local-time.ts';
import { readMoment, writeMoment } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';

/** Reads and writes moments of a form as text, in the viewer's display zone. */
export function useMoments(): {
  read: (text: string) => string | null;
  write: (at: string | null) => string;
} {
  const { time_zone } = usePreferences();
  return {
    read: (text) => readMoment(text, null, new Date(), time_zone),
    write: (at) => (at === null ? '' : writeMoment(at, null, time_zone)),
  };
}

/** A moment of a form, as text: `now`, `-5` for minutes ago, a time of day, or a day and a time. */
export function MomentInput(props: TextInputProps) {
  const { time_zone } = usePreferences();
  return (
    <TextInput
      autoComplete="off"
      placeholder={t('facts.when.example')}
      rightSection={
        <span aria-hidden style={{ fontSize: 'var(--mantine-font-size-xs)' }}>
          {nameZone(new Date(), time_zone)}
        </span>
      }
      rightSectionWidth={58}
      rightSectionPointerEvents="none"
      {...props}
    />
  );
}
