import type { Stream } from '../../../server/home/contract.ts';
import { Name } from '../../ui/text/name.tsx';
import { describeDeeds } from './describe-deeds.ts';

/** One line with a person and their action. */
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
