import type { RecordedObject, RecordedVerb, RecordedVia } from '../../../domain/history.ts';
import { type RecordedDetection, readDetection } from '../../../domain/recorded-detections.ts';
import { reportFormats } from '../../../domain/reports.ts';
import type { Entry } from '../../../server/history/contract.ts';
import { findText, t } from '../../words.ts';
import { findingFieldNames } from '../missions/findings/finding-record.ts';
import { fieldName as testFieldName } from '../missions/mission-tests/test-record.ts';
import { reportFieldNames } from '../missions/report/report-record.ts';
import { fieldName as simulationFieldName } from '../simulations/simulation-fields.ts';
import { describeDetection } from './detection-words.ts';

/** An internal name without a message, in readable form. */
export function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function labelObject(type: RecordedObject): string {
  return t(`history.object.${type}`);
}

/** Action in words, to follow the name of the person. */
export function describeDeed({
  object_type,
  verb,
  detection,
}: Pick<Entry, 'object_type' | 'verb'> & { detection: RecordedDetection | null }): string {
  const detected = detection === null ? null : describeDetection(verb, detection);
  if (detected !== null) return detected;
  const known = findText(`history.deed.${object_type}.${verb}`);
  if (known !== null) return known;
  const object = t(`history.an_object.${object_type as RecordedObject}`);
  return t(`history.did.${verb as RecordedVerb}`, { object });
}

/** Action of an entry in words, to follow the name of the person. */
export function describeEntry({ object_type, verb, changes }: Entry): string {
  const detection = object_type === 'fact' ? readDetection(changes) : null;
  return describeDeed({ object_type, verb, detection });
}

export function labelVerb(verb: RecordedVerb): string {
  return t(`history.verb.${verb}`);
}

/** Name of the author when nobody was signed in. */
export function nameVia(via: string): string {
  return t(`history.via.${via as RecordedVia}`);
}

/** The label of a field, as in its form. */
export function nameField(objectType: string, field: string): string {
  return (
    findText(`history.field.${objectType}.${field}`) ??
    nameAsForms(objectType, field) ??
    findText(`history.field.any.${field}`) ??
    capitalise(toWords(field.replace(/_ids?$/, '')))
  );
}

function nameAsForms(objectType: string, field: string): string | undefined {
  if (objectType === 'test') return testFieldName()[field as keyof ReturnType<typeof testFieldName>];
  if (objectType === 'finding')
    return findingFieldNames()[field as keyof ReturnType<typeof findingFieldNames>];
  if (objectType === 'simulation') {
    return simulationFieldName()[field as keyof ReturnType<typeof simulationFieldName>];
  }
  if (objectType === 'alert') return findText(`alert_fields.field.${field}`) ?? undefined;
  if (objectType === 'sighting') return findText(`sighting_fields.field.${field}`) ?? undefined;
  if (objectType === 'mission') return findText(`tlpt_fields.field.${field}`) ?? undefined;
  if (objectType !== 'report') return undefined;
  const format = reportFormats.find((known) => field === `${known}_sha256`);
  return format === undefined
    ? reportFieldNames()[field]
    : t('history.report_sha256', { format: format.toUpperCase() });
}
