import { useQuery } from '@tanstack/react-query';
import type { lastWriteOf } from '../../api/history.ts';
import { PersonName } from '../people/person-name.tsx';
import { Moment } from '../times/time.tsx';

export type LastWrite = ReturnType<typeof lastWriteOf>;

/** Who wrote a field last, by the history; “somebody else” until that is known. */
export function ChangedBy({ write }: { write: LastWrite }) {
  const { data } = useQuery(write);
  return data?.actor ? <PersonName person={data.actor} /> : 'somebody else';
}

export function ChangedAt({ write }: { write: LastWrite }) {
  const { data } = useQuery(write);
  return data ? (
    <>
      {' '}
      (<Moment at={data.at} />)
    </>
  ) : null;
}
