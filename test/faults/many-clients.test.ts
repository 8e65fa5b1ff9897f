import { testShortRounds } from './short-rounds.ts';
import { soak } from './soak.ts';
import { together } from './together.ts';

// In a file of their own, because they mostly wait and can run alongside the rest.
testShortRounds([soak, together]);
