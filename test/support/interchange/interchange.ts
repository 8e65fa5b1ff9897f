import {
  type ImportReader,
  ImportRefusal,
  type ImportSource,
  type KnownAttack,
  type MissionWriter,
} from '../../../server/interchange/format.ts';
import type { ImportPlan, PlannedMission } from '../../../server/interchange/plan.ts';

/** The part of ATT&CK used in fixtures. */
export const knownAttack: KnownAttack = {
  version: '19.1',
  nameOf: (id) => names[id] ?? null,
  tacticsOf: (id) => tactics[id] ?? [],
};

const names: Readonly<Record<string, string>> = {
  'T1003.001': 'LSASS Memory',
  'T1059.001': 'PowerShell',
  T1078: 'Valid Accounts',
  T1027: 'Obfuscated Files or Information',
  'T1562.001': 'Disable or Modify Tools',
  TA0002: 'Execution',
  TA0003: 'Persistence',
  TA0005: 'Stealth',
  TA0006: 'Credential Access',
  TA0011: 'Command and Control',
  TA0112: 'Defense Impairment',
};

const tactics: Readonly<Record<string, string[]>> = {
  'T1003.001': ['TA0006'],
  'T1059.001': ['TA0002'],
  T1078: ['TA0001', 'TA0003', 'TA0004', 'TA0005'],
  T1027: ['TA0005'],
  'T1562.001': ['TA0112'],
};

/** Members of an archive; a text is UTF-8. */
export type Members = Readonly<Record<string, string | Buffer>>;

export function sourceOf(name: string, members: Members, isArchive = true): ImportSource {
  return {
    name,
    isArchive,
    members: Object.entries(members).map(([member, content]) => {
      const bytes = Buffer.from(content);
      return { name: member, size: bytes.length, read: async () => bytes };
    }),
  };
}

/** A single file. */
export function fileOf(name: string, content: string | Buffer): ImportSource {
  return sourceOf(name, { [name]: content }, false);
}

/** Reads a source, which the reader has to recognise. */
export async function readPlan(
  reader: ImportReader,
  source: ImportSource,
  choices: Readonly<Record<string, unknown>> = {},
): Promise<ImportPlan> {
  return reader.read(source, { choices, attack: knownAttack, progress: () => {} });
}

/** Reads files: a single one, or several as an archive. */
export function readFiles(
  reader: ImportReader,
  files: Members,
  choices: Readonly<Record<string, unknown>> = {},
): Promise<ImportPlan> {
  const names = Object.keys(files);
  return readPlan(reader, sourceOf(names[0] ?? '', files, names.length > 1), choices);
}

/** Like `readPlan`, for one mission without refusals. */
export async function readMission(reader: ImportReader, source: ImportSource): Promise<PlannedMission> {
  const { missions, refused } = await readPlan(reader, source);
  if (refused.length > 0 || missions.length !== 1)
    throw new Error(`${missions.length} missions, refused ${JSON.stringify(refused)}`);
  return missions[0] as PlannedMission;
}

export async function recognise(reader: ImportReader, source: ImportSource): Promise<string> {
  const beginnings = new Map<string, string>();
  for (const member of source.members)
    beginnings.set(member.name, (await member.read()).toString('utf8').slice(0, 65_536));
  return reader.recognise(source, beginnings);
}

/** The message refusing a whole file. */
export async function refusalOf(reader: ImportReader, source: ImportSource): Promise<string> {
  try {
    await readPlan(reader, source);
  } catch (error) {
    if (error instanceof ImportRefusal) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

/** Writes a mission, returning its files by name. */
export async function writeFiles(
  writer: MissionWriter,
  mission: PlannedMission,
  evidence: Members = {},
): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  const open = async (member: string) => Buffer.from(evidence[member] ?? '');
  for await (const { name, content } of writer.write(mission, { attack: knownAttack, open }))
    files[name] = Buffer.from(content);
  return files;
}
