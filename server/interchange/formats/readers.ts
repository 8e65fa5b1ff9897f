import type { ImportReader } from '../format.ts';
import { atomicReader } from './atomic/read.ts';
import { atomicLogReader } from './atomic-log/read.ts';
import { atomicRunnerReader } from './atomic-runner/read.ts';
import { attackFlowReader } from './attack-flow/read.ts';
import { attireReader } from './attire/read.ts';
import { calderaReader } from './caldera/read.ts';
import { cobaltStrikeReader } from './cobalt-strike/read.ts';
import { csvReader } from './csv/read.ts';
import { ctidReader } from './ctid/read.ts';
import { damsonReader } from './damson/read.ts';
import { ghostwriterReader } from './ghostwriter/read.ts';
import { mythicReader } from './mythic/read.ts';
import { navigatorReader } from './navigator/read.ts';
import { purpleopsReader } from './purpleops/read.ts';
import { sigmaReader } from './sigma/read.ts';
import { sliverReader } from './sliver/read.ts';
import { vectrReader } from './vectr/read.ts';

/** Import formats, in the order in which they are tried: a file is read by the one most certain of it. */
export const readers: readonly ImportReader[] = [
  atomicReader,
  damsonReader,
  purpleopsReader,
  navigatorReader,
  sigmaReader,
  vectrReader,
  attireReader,
  ghostwriterReader,
  calderaReader,
  ctidReader,
  attackFlowReader,
  atomicRunnerReader,
  atomicLogReader,
  cobaltStrikeReader,
  sliverReader,
  mythicReader,
  csvReader,
];
