import type { Organisation } from '../../../server/organisations/contract.ts';
import { formatList, t } from '../../words.ts';

/** Takes an organisation, returns its content: "2 missions, 1 engagement and 3 tools". Null if it is empty. */
export function describeBelongings(
  { missions, engagements, tools }: Pick<Organisation, 'missions' | 'engagements' | 'tools'>,
  kinds: readonly ('missions' | 'engagements' | 'tools')[] = ['missions', 'engagements', 'tools'],
): string | null {
  const counts = { missions, engagements, tools };
  const words = kinds.flatMap((kind) =>
    counts[kind] === 0 ? [] : [t(`organisations.count.${kind}`, { count: counts[kind] })],
  );
  return words.length === 0 ? null : formatList(words);
}
