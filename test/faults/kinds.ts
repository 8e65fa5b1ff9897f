import { bitFlips } from './flips.ts';
import { kills } from './kills.ts';
import type { Kind } from './kind.ts';
import { powerCuts } from './power.ts';
import { requests } from './requests.ts';
import { soak } from './soak.ts';
import { storageErrors } from './storage.ts';
import { stream } from './stream.ts';
import { together } from './together.ts';

export const kinds: readonly Kind[] = [
  kills,
  storageErrors,
  powerCuts,
  bitFlips,
  requests,
  soak,
  stream,
  together,
];
