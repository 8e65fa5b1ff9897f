import { kinds } from './kinds.ts';
import { testShortRounds } from './short-rounds.ts';
import { soak } from './soak.ts';
import { together } from './together.ts';

testShortRounds(kinds.filter((kind) => kind !== soak && kind !== together));
