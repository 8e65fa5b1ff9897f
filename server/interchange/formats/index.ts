import type { ImportReader, LibraryWriter, MissionWriter } from '../format.ts';
import { atomicReader } from './atomic/read.ts';
import { atomicWriter } from './atomic/write.ts';
import { attackFlowReader } from './attack-flow/read.ts';
import { attackFlowWriter } from './attack-flow/write.ts';
import { attireReader } from './attire/read.ts';
import { attireWriter } from './attire/write.ts';
import { calderaReader } from './caldera/read.ts';
import { csvReader } from './csv/read.ts';
import { csvWriter } from './csv/write.ts';
import { ctidReader } from './ctid/read.ts';
import { damsonReader } from './damson/read.ts';
import { damsonLibraryWriter, damsonMissionWriter } from './damson/write.ts';
import { ghostwriterReader } from './ghostwriter/read.ts';
import { ghostwriterWriter } from './ghostwriter/write.ts';
import { navigatorReader } from './navigator/read.ts';
import { navigatorWriter } from './navigator/write.ts';
import { purpleopsReader } from './purpleops/read.ts';
import { purpleopsWriter } from './purpleops/write.ts';
import { sigmaReader } from './sigma/read.ts';
import { vectrReader } from './vectr/read.ts';
import { vectrWriter } from './vectr/write.ts';

/** Every format that comes in, in the order in which they are tried: the one that is surest of a file reads it. */
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
  csvReader,
];

/** Every format that a mission goes out as. */
export const missionWriters: readonly MissionWriter[] = [
  damsonMissionWriter,
  purpleopsWriter,
  navigatorWriter,
  vectrWriter,
  attireWriter,
  ghostwriterWriter,
  attackFlowWriter,
  csvWriter,
];

/** Every format that the library of test templates goes out as. */
export const libraryWriters: readonly LibraryWriter[] = [atomicWriter, damsonLibraryWriter];
