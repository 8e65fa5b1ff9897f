import { useQuery } from '@tanstack/react-query';
import type { lastWriteOf } from '../../api/history.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { PersonName } from '../people/person-name.tsx';
import { Moment } from '../times/time.tsx';

export type LastWrite = ReturnType<typeof lastWriteOf>;

/** Last writer of a field, from the history; “someone else” until that is loaded. */
export function ChangedBy({ write }: { write: LastWrite }) {
  const { data } = useQuery(write);
  return data?.actor ? <PersonName person={data.actor} /> : t('tests.somebody_else');
}

/** A note that someone has since written a field, with the time once loaded. */
export function ChangedMeanwhile({ write }: { write: LastWrite }) {
  const { data } = useQuery(write);
  const person = <ChangedBy write={write} />;
  return data === undefined || data === null
    ? rich('tests.changed_meanwhile', { person })
    : rich('tests.changed_meanwhile_at', { person, at: <Moment at={data.at} /> });
}
