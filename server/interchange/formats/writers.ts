import type { LibraryExport, MissionExport } from '../../../domain/interchange.ts';
import type { LibraryWriter, MissionWriter } from '../format.ts';

// A start has to be quick: a writer and its libraries are loaded when its format is requested.

/** Export formats of missions. */
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
  'atomic-runner': async () => (await import('./atomic-runner/write.ts')).atomicRunnerWriter,
  bash: async () => (await import('./scripts/write-bash.ts')).bashWriter,
  powershell: async () => (await import('./scripts/write-powershell.ts')).powershellWriter,
  xlsx: async () => (await import('./csv/write-workbook.ts')).workbookWriter,
};

/** Export formats of the test template library. */
export const libraryWriters: Readonly<Record<LibraryExport, () => Promise<LibraryWriter>>> = {
  atomic: async () => (await import('./atomic/write.ts')).atomicWriter,
  damson: async () => (await import('./damson/write.ts')).damsonLibraryWriter,
};
