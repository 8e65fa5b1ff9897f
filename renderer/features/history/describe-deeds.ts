import { type Side, sides } from '../../../domain/sides.ts';
import { blueFields, redFields } from '../../../domain/test-record.ts';
import type { Deed } from '../../../server/home/contract.ts';
import { findText, inSentence, t } from '../../words.ts';
import { isMiss } from './detection-words.ts';
import { describeDeed, nameField } from './words.ts';

/** Fields implied by another reported change. */
const untold = new Set(['status', 'engagement_status', 'detection_level_source', 'executed_at']);

/** Further fields are only counted. */
const namedFields = 3;

/** A person's actions on one object, in words to follow their name; newest last. */
export function describeDeeds(deeds: readonly Deed[]): string {
  const said = deeds.toReversed();
  const hasAdded = deeds.some(({ object_type, verb }) => object_type === 'fact' && verb === 'created');
  // Time, severity and the like of a detection are part of adding it.
  const isPart = ({ object_type, verb }: Deed) => hasAdded && object_type === 'fact' && verb === 'changed';
  const worth = said.filter((deed) => isTold(deed) && !isPart(deed));
  const added = deeds.flatMap(({ verb, detection }) => (verb === 'created' ? (detection ?? []) : []));
  const describeOne = isMiss(added) ? describeOfMiss : describe;
  return [...new Set((worth.length === 0 ? said : worth).map(describeOne))].join(', ');
}

function describeOfMiss(deed: Deed): string {
  const isPart = deed.verb === 'created' && deed.detection?.result === 'no';
  return isPart ? t('history.fact_missed') : describe(deed);
}

/** Whether the action says more than that something was changed. */
function isTold({ verb, fields }: Deed): boolean {
  return verb !== 'changed' || fields.some((field) => !untold.has(field));
}

function describe({ object_type, verb, moved_to, fields, detection }: Deed): string {
  if (moved_to !== null) {
    const known = findText(`home.moves.${object_type}.${moved_to}`);
    if (known !== null) return known;
  }
  const told = fields.filter((field) => !untold.has(field));
  if (verb !== 'changed' || told.length === 0) return describeDeed({ object_type, verb, detection });
  const side = findSideOf(object_type, told);
  if (side !== null) return t(`home.recorded.${side}`);
  // One name may stand for two fields, such as the organisation and its former text.
  const names = [...new Set(told.map((field) => inSentence(nameField(object_type, field))))];
  const named = names.slice(0, namedFields).join(', ');
  const more = Math.max(names.length - namedFields, 0);
  return more > 0
    ? t('history.changed_more', { fields: named, count: more })
    : t('history.changed_fields', { fields: named });
}

/** The side whose record contains all these fields; null when there is none. */
function findSideOf(objectType: string, fields: readonly string[]): Side | null {
  if (objectType !== 'test' && objectType !== 'simulation') return null;
  return sides.find((side) => fields.every((field) => recorded[side].has(field))) ?? null;
}

const recorded: Readonly<Record<Side, ReadonlySet<string>>> = {
  red: new Set<string>(redFields),
  blue: new Set<string>([...blueFields, 'soc_comment', 'detection_level', 'detection_level_id']),
};
