import type { LibraryWriter, MissionWriter } from '../format.ts';
import { atomicWriter } from './atomic/write.ts';
import { attackFlowWriter } from './attack-flow/write.ts';
import { attireWriter } from './attire/write.ts';
import { csvWriter } from './csv/write.ts';
import { damsonLibraryWriter, damsonMissionWriter } from './damson/write.ts';
import { ghostwriterWriter } from './ghostwriter/write.ts';
import { navigatorWriter } from './navigator/write.ts';
import { purpleopsWriter } from './purpleops/write.ts';
import { vectrWriter } from './vectr/write.ts';

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
