import type { Organisation } from '../../../server/organisations/contract.ts';

const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

/** Takes an organisation, returns what belongs to it: "2 missions, 1 engagement and 3 tools". Null for nothing. */
export function describeBelongings(
  { missions, engagements, tools }: Pick<Organisation, 'missions' | 'engagements' | 'tools'>,
  kinds: readonly ('missions' | 'engagements' | 'tools')[] = ['missions', 'engagements', 'tools'],
): string | null {
  const counts = { missions, engagements, tools };
  const words = kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [count(counts[kind], kind.slice(0, -1))]));
  return words.length === 0 ? null : new Intl.ListFormat('en').format(words);
}
