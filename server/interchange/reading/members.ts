import { importBounds } from '../bounds.ts';
import { refuseManyRows, SourceIds } from '../exercise/rows.ts';
import { type ImportMember, ImportRefusal, type ImportSource } from '../format.ts';
import type { ImportPlan } from '../plan.ts';
import { parseJson } from './json.ts';
import { isNoise } from './noise.ts';
import { decodeText } from './text.ts';
import { parseYaml } from './yaml.ts';

/**
 * Reads each member with one of these extensions as a text and passes it on. A refused member is listed in the plan if it came
 * with others, otherwise the whole file is refused; skipped members are named in a note.
 */
export async function readMembers(
  { members, isArchive }: ImportSource,
  {
    plan,
    ending,
    claims,
    progress,
  }: {
    plan: ImportPlan;
    ending: RegExp;
    /** Whether a member with such an extension belongs to the format, if an archive may have others. */
    claims?: (name: string, text: string) => boolean;
    progress: (share: number) => void;
  },
  read: (text: string, member: ImportMember) => void,
): Promise<void> {
  const passedOver: string[] = [];
  for (const [index, member] of members.entries()) {
    if (isArchive && !ending.test(member.name)) {
      if (!isNoise(member.name)) passedOver.push(member.name);
      continue;
    }
    if (isArchive && isNoise(member.name)) continue;
    try {
      const text = decodeText(await member.read());
      if (isArchive && claims?.(member.name, text) === false) {
        refuseDamaged(member.name, text);
        passedOver.push(member.name);
      } else read(text, member);
    } catch (error) {
      if (!isArchive || !(error instanceof ImportRefusal)) throw error;
      plan.refused.push({ row: member.name, name: null, why: error.message });
    }
    checkRows(plan);
    progress((index + 1) / members.length);
  }
  if (passedOver.length > 0) plan.notes.push(sayPassedOver(passedOver));
}

/** An unreadable file can't be attributed to another format. */
function refuseDamaged(name: string, text: string): void {
  if (/\.ya?ml$/i.test(name)) parseYaml(text);
  else if (/\.json$/i.test(name)) parseJson(text);
}

function checkRows(plan: ImportPlan): void {
  const lists = [plan.templates, plan.scenarios, plan.missions, plan.executions, plan.selections, plan.rules];
  refuseManyRows([...lists, plan.refused].reduce((count, list) => count + list.length, 0));
}

function sayPassedOver(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  const more = names.length - 5;
  return more > 0
    ? `Not read, since they are none of this format: ${shown} and ${more} more`
    : `Not read, since they are none of this format: ${shown}`;
}

/**
 * Takes an item and its list in the plan, adds it. Refuses an id that is already in the list, because a second import couldn't
 * tell the two apart, and the file once its texts together exceed the limit.
 */
export function addOnce<Item extends { row: string; sourceId: string }>(
  plan: ImportPlan,
  list: Item[],
  item: Item,
  name: string,
): void {
  const length = (lengths.get(plan) ?? 0) + measureText(item);
  if (length > importBounds.text)
    throw new ImportRefusal('The texts of the file are longer than can be read at once');
  lengths.set(plan, length);
  const known = ids.get(list) ?? new SourceIds();
  ids.set(list, known);
  const why = known.claim(item.sourceId, item.row);
  if (why === null) list.push(item);
  else plan.refused.push({ row: item.row, name: name.slice(0, 200), why });
}

/** Characters added to a plan, in which content that a file repeats by reference is written out. */
const lengths = new WeakMap<ImportPlan, number>();

function measureText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + measureText(part), 0);
}

/** Ids added to a list. */
const ids = new WeakMap<readonly unknown[], SourceIds>();
