import type { Stream } from '../../../server/home/contract.ts';
import { Name } from '../../ui/text/name.tsx';
import { describeDeeds } from './describe-deeds.ts';

/** A person and their action, in one line. */
export function Deed({ actor, deeds }: Pick<Stream['items'][number], 'actor' | 'deeds'>) {
  return (
    <>
      <strong>
        <Name>{actor.display_name}</Name>
      </strong>{' '}
      {describeDeeds(deeds)}
    </>
  );
}
