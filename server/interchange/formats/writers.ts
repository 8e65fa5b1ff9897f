import type { LibraryExport, MissionExport } from '../../../domain/interchange.ts';
import type { LibraryWriter, MissionWriter } from '../format.ts';

// A start has to be quick: a writer and the libraries that it needs are loaded when somebody asks for its format.

/** Every format that a mission goes out as. */
export const missionWriters: Readonly<Record<MissionExport, () => Promise<MissionWriter>>> = {
  damson: async () => (await import('./damson/write.ts')).damsonMissionWriter,
  purpleops: async () => (await import('./purpleops/write.ts')).purpleopsWriter,
  navigator: async () => (await import('./navigator/write.ts')).navigatorWriter,
  vectr: async () => (await import('./vectr/write.ts')).vectrWriter,
  attire: async () => (await import('./attire/write.ts')).attireWriter,
  ghostwriter: async () => (await import('./ghostwriter/write.ts')).ghostwriterWriter,
  'attack-flow': async () => (await import('./attack-flow/write.ts')).attackFlowWriter,
  csv: async () => (await import('./csv/write.ts')).csvWriter,
  'findings-csv': async () => (await import('./csv/findings.ts')).findingsCsvWriter,
  xlsx: async () => (await import('./csv/write-workbook.ts')).workbookWriter,
};

/** Every format that the library of test templates goes out as. */
export const libraryWriters: Readonly<Record<LibraryExport, () => Promise<LibraryWriter>>> = {
  atomic: async () => (await import('./atomic/write.ts')).atomicWriter,
  damson: async () => (await import('./damson/write.ts')).damsonLibraryWriter,
};
