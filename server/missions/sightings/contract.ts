import { z } from 'zod';
import { longestAlertItem } from '../../../domain/alerts.ts';
import { longestCaption, longestName, longestNote } from '../../../domain/limits.ts';
import { severities } from '../../../domain/outcomes.ts';
import {
  mostSightingFiles,
  mostSightingItems,
  notOursReasons,
  sightingJudgements,
  sightingKinds,
  sightingStatuses,
} from '../../../domain/sightings.ts';
import { evidenceFileFields } from '../../evidence/contract.ts';
import { factSchema } from '../../facts/contract.ts';
import { emptiable, instant, optionalText, shortName, shownBeside } from '../../fields.ts';
import { listOf, pagingFields, searchText } from '../../paging.ts';
import { personSchema } from '../../person.ts';
import { suggestionSchema } from '../alerts/contract.ts';
import { runNumber } from '../contract.ts';

const id = z.uuid();
const time = z.string();
const text = z.string().nullable();

export const sightingFile = z.strictObject({ id, mission_id: id, sighting_id: id, ...evidenceFileFields });
export type SightingFile = z.output<typeof sightingFile>;

export const sightingSchema = z.strictObject({
  id,
  mission_id: id,
  at: time,
  /** End of what was seen; null for a moment. */
  at_until: time.nullable(),
  kind: z.enum(sightingKinds),
  title: z.string(),
  /** Name of the tool. */
  tool: text,
  rule_name: text,
  rule_id: text,
  /** An alert of the mission. */
  alert_id: id.nullable(),
  severity: z.enum(severities).nullable(),
  hosts: z.array(z.string()),
  users: z.array(z.string()),
  techniques: z.array(z.string()),
  /** Markdown. */
  note: text,
  status: z.enum(sightingStatuses),
  /** Blue's judgement before a decision. */
  judgement: z.enum(sightingJudgements),
  /** Whom it was declared to, and when; null if it was not. */
  declared: z.strictObject({ to: text, at: time }).nullable(),
  analyst: personSchema.nullable(),
  /** Reason for `not_ours`. */
  not_ours_reason: z.enum(notOursReasons).nullable(),
  /** The test that it is matched to; null once that is gone. */
  test_id: id.nullable(),
  run: runNumber.nullable(),
  fact_id: id.nullable(),
  decided_by: personSchema.nullable(),
  decided_at: time.nullable(),
  evidence: z.array(sightingFile),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_by: personSchema.nullable(),
  updated_at: time,
});
export type Sighting = z.output<typeof sightingSchema>;
export const sightingList = listOf(sightingSchema);

const items = emptiable(z.array(z.string().trim().min(1).max(longestAlertItem)).max(mostSightingItems));

const sightingFields = {
  at: instant,
  at_until: instant.nullable(),
  kind: z.enum(sightingKinds),
  title: shortName,
  tool: optionalText(longestName),
  rule_name: optionalText(longestName),
  rule_id: optionalText(longestName),
  alert_id: id.nullable(),
  severity: z.enum(severities).nullable(),
  hosts: items,
  users: items,
  techniques: items,
  note: z.string().max(longestNote).nullable(),
  judgement: z.enum(sightingJudgements),
  declared: z.strictObject({ to: optionalText(longestName), at: instant }).nullable(),
  /** Only the id counts. */
  analyst: z.strictObject({ id, ...shownBeside('display_name') }).nullable(),
};
export const sightingPatchBody = z.strictObject(sightingFields).partial();
export type SightingPatch = z.output<typeof sightingPatchBody>;
/** If omitted, `at` is the time of the request, `kind` is `other`, and `analyst` the caller. */
export const newSightingBody = sightingPatchBody.required({ title: true });
export type NewSighting = z.output<typeof newSightingBody>;

export const sightingsQuery = z.strictObject({
  ...pagingFields,
  status: z.enum(sightingStatuses).optional(),
  kind: z.enum(sightingKinds).optional(),
  declared: z.enum(['true', 'false']).optional(),
  /** In its title, note, rule, tool, hosts, users, or techniques. */
  q: searchText,
});
export type SightingsQuery = z.output<typeof sightingsQuery>;

/** Undecided sightings, those with the best suggestions first. */
export const sightingSuggestions = listOf(sightingSchema.extend({ suggestions: z.array(suggestionSchema) }));
export type SuggestedSighting = z.output<typeof sightingSuggestions>['items'][number];

export const sightingSuggestionsQuery = z.strictObject(pagingFields);

const rate = z.strictObject({ n: z.int(), N: z.int() });
export const sightingFigures = z.strictObject({
  /** Tests that were hidden from blue, or all executed ones if none ever was. */
  of: z.enum(['hidden', 'executed']),
  noticed: rate,
  time_to_notice: z.strictObject({
    median_s: z.number().nullable(),
    p90_s: z.number().nullable(),
    n: z.int(),
    without: z.int(),
  }),
  escalated: rate,
  sightings: z.int(),
  undecided: z.int(),
  matched: z.int(),
  not_ours: z.int(),
  other_attacks: z.int(),
  false_attributions: z.int(),
  taken_for_benign: z.int(),
});

/** With the tests that these figures count, in the order of the mission. */
export const sightingFiguresAnswer = sightingFigures.extend({
  tests: z.strictObject({ noticed: z.array(id), escalated: z.array(id) }),
});
export type SightingFiguresAnswer = z.output<typeof sightingFiguresAnswer>;

export const acceptSightingBody = z.strictObject({
  test_id: id,
  /** The current run; with another number it is refused. */
  run: runNumber.optional(),
});
export type SightingAcceptance = z.output<typeof acceptSightingBody>;
export const acceptedSighting = z.strictObject({ sighting: sightingSchema, fact: factSchema });
export type AcceptedSighting = z.output<typeof acceptedSighting>;

export const notOursSightingBody = z.strictObject({ reason: z.enum(notOursReasons) });

/** A file of an imported sighting, by its name in the import. */
const importedFile = z.strictObject({
  member: z.string(),
  file_name: z.string().min(1),
  caption: z.string().max(longestCaption).nullable(),
});
export type ImportedSightingFile = z.output<typeof importedFile>;

/** A sighting of a file: its test by the id in that file. */
export const importedSighting = z.strictObject({
  at: instant,
  at_until: instant.nullable(),
  kind: z.enum(sightingKinds),
  title: shortName,
  tool: sightingFields.tool,
  rule_name: sightingFields.rule_name,
  rule_id: sightingFields.rule_id,
  severity: sightingFields.severity,
  hosts: items,
  users: items,
  techniques: items,
  note: sightingFields.note,
  judgement: sightingFields.judgement,
  declared: sightingFields.declared,
  not_ours_reason: z.enum(notOursReasons).nullable(),
  matched_to: z.strictObject({ test: z.string(), run: runNumber }).nullable(),
  evidence: z.array(importedFile).max(mostSightingFiles).optional(),
});
export type ImportedSighting = z.output<typeof importedSighting>;
