import { closureSteps, type TlptNote, type TlptPhase, tlptPhases, tlptTexts } from '../../../domain/tlpt.ts';
import type { ReportTest, ReportTlpt } from '../model.ts';
import type { Source } from './source.ts';
import type { PartTable, TablePart } from './table.ts';
import { inOrderOfExecution, pickTechniques } from './tests.ts';
import type { Field, Words } from './words.ts';

/** Parts of the record of a threat-led penetration test; each is null when nothing is recorded. */

export function listParties({ model: { tlpt }, wording: { t } }: Source): Field[] {
  if (!tlpt) return [];
  return [
    ...tlptTexts.map((field): Field => [t(`tlpt_fields.field.${field}`), toLines(tlpt[field])]),
    [
      t('tlpt_fields.field.entities'),
      {
        lines: tlpt.entities.map(({ name, jurisdiction }) =>
          jurisdiction === null ? { name } : t('report_parts.entity', { name, jurisdiction }),
        ),
      },
    ],
  ];
}

function toLines(text: string | null): Words {
  return text === null ? null : { lines: text.split('\n').map((name) => ({ name })) };
}

const toProse = (text: string | null): Words => (text === null ? null : { prose: text });
const toName = (name: string | null): Words => (name === null ? null : { name });
const toTests = ({ tests }: Pick<ReportTlpt['flags'][number], 'tests'>): Words => ({
  lines: tests.map((test) => ({ test })),
});

/** Topics for purple teaming, by the team that named them. */
export const listTopics = (source: Source): Field[] => listNotes(source, ['red_topics', 'blue_topics']);

/** Feedback, by who gave it. */
export const listFeedback = (source: Source): Field[] =>
  listNotes(source, ['red_feedback', 'blue_feedback', 'control_feedback']);

function listNotes({ model: { tlpt }, wording: { t } }: Source, notes: readonly TlptNote[]): Field[] {
  return notes.map((note) => [t(`report_parts.note.${note}`), toProse(tlpt?.[note] ?? null)]);
}

const functions: TablePart = ({ model: { tlpt }, wording: { t } }) => ({
  caption: t('report_parts.title.functions'),
  columns: [
    { key: 'name', name: t('report_parts.function') },
    { key: 'systems', name: t('tlpt.item.systems') },
    { key: 'rationale', name: t('tlpt.item.rationale') },
  ],
  rows: (tlpt?.functions ?? []).map(({ name, systems, rationale }) => ({
    name: { name },
    systems: toProse(systems),
    rationale: toProse(rationale),
  })),
});

const phases: TablePart = ({ model: { tlpt }, wording: { t, day } }) => {
  const write = (date: string | null | undefined) => (date ? day(date) : null);
  const dated = (phase: TlptPhase) => ({
    phase: t(`tlpt.phase.${phase}`),
    start: write(tlpt?.[`${phase}_start`]),
    end: write(tlpt?.[`${phase}_end`]),
  });
  const steps = closureSteps.map(({ day: field, article }) => ({
    phase: t('report_parts.step_of', { step: t(`tlpt.step.${field}`), article }),
    start: write(tlpt?.[field]),
    end: null,
  }));
  return {
    caption: t('report_parts.title.phases'),
    columns: [
      { key: 'phase', name: t('report_parts.phase') },
      { key: 'start', name: t('tlpt.starts') },
      { key: 'end', name: t('tlpt.ends') },
    ],
    rows: [...tlptPhases.map(dated), ...steps].filter(({ start, end }) => start !== null || end !== null),
  };
};

const deadlines: TablePart = ({ model: { tlpt }, wording: { t, day } }) => ({
  caption: t('report_parts.title.deadlines'),
  columns: [
    { key: 'delivery', name: t('tlpt.deadline') },
    { key: 'article', name: t('tlpt.article') },
    { key: 'due', name: t('tlpt.due') },
    { key: 'state', name: t('reports.state') },
  ],
  rows: (tlpt?.deadlines ?? [])
    .filter(({ due_on, done_on }) => due_on !== null || done_on !== null)
    .map(({ key, article, due_on, done_on, state }) => ({
      delivery: t(`tlpt.deadline.${key}`),
      article,
      due: due_on && day(due_on),
      state:
        done_on === null ? t(`tlpt.state.${state}`) : t('report_parts.deadline.done', { day: day(done_on) }),
    })),
});

const captured = (isCaptured: boolean | null) =>
  isCaptured === null ? 'open' : isCaptured ? ('yes' as const) : ('no' as const);

const flags: TablePart = ({ model: { tlpt }, wording: { t, day } }) => ({
  caption: t('report_parts.title.flags'),
  columns: [
    { key: 'number', name: t('tlpt.item.number'), kind: 'number' },
    { key: 'objective', name: t('tlpt.item.objective'), kind: 'wide' },
    { key: 'system', name: t('tlpt.item.system') },
    { key: 'captured', name: t('reports.state'), kind: 'word' },
    { key: 'date', name: t('report_parts.date'), kind: 'word' },
    { key: 'tests', name: t('tlpt.item.test_ids') },
  ],
  rows: (tlpt?.flags ?? []).map((flag) => ({
    number: String(flag.number),
    objective: { name: flag.objective },
    system: toName(flag.system),
    captured: t(`tlpt_fields.captured.${captured(flag.captured)}`),
    date: flag.on && day(flag.on),
    tests: toTests(flag),
  })),
});

/** A table of help given, or of deviations. */
function listEvents<Event extends ReportTlpt['leg_ups'][number] | ReportTlpt['deviations'][number]>(
  list: 'leg_ups' | 'deviations',
  by: { name: string; of: (event: Event) => string | null },
  events: readonly Event[],
  { wording: { t, day } }: Source,
): PartTable {
  return {
    caption: t(`report_parts.title.${list}`),
    columns: [
      { key: 'what', name: t('tlpt.item.what'), kind: 'wide' },
      { key: 'why', name: t('tlpt.item.why'), kind: 'wide' },
      { key: 'by', name: by.name },
      { key: 'date', name: t('report_parts.date'), kind: 'word' },
      { key: 'tests', name: t('tlpt.item.test_ids') },
    ],
    rows: events.map((event) => ({
      what: { name: event.what },
      why: toProse(event.why),
      by: toName(by.of(event)),
      date: event.on && day(event.on),
      tests: toTests(event),
    })),
  };
}

const legUps: TablePart = (source) =>
  listEvents<ReportTlpt['leg_ups'][number]>(
    'leg_ups',
    { name: source.wording.t('tlpt.item.granted_by'), of: ({ granted_by }) => granted_by },
    source.model.tlpt?.leg_ups ?? [],
    source,
  );

const deviations: TablePart = (source) =>
  listEvents<ReportTlpt['deviations'][number]>(
    'deviations',
    { name: source.wording.t('tlpt.item.agreed_by'), of: ({ agreed_by }) => agreed_by },
    source.model.tlpt?.deviations ?? [],
    source,
  );

/** The executed tests of each technique by the result of their attacks. */
const ttps: TablePart = ({ model: { techniques }, tests, wording: { t } }) => {
  const executed = inOrderOfExecution(tests);
  const list = (some: readonly ReportTest[]) => some.map(({ number }) => number).join(', ') || null;
  return {
    caption: t('report_parts.title.ttps'),
    columns: [
      { key: 'technique', name: t('reports.technique'), kind: 'wide' },
      { key: 'tactics', name: t('reports.tactics') },
      { key: 'success', name: t('report_parts.success'), kind: 'narrow' },
      { key: 'no_success', name: t('report_parts.no_success'), kind: 'narrow' },
      { key: 'open', name: t('reports.not_named'), mayBeEmpty: true },
    ],
    rows: techniques.flatMap(({ external_id, name, tactics }) => {
      const own = executed.filter((test) =>
        pickTechniques(test).some((technique) => technique.external_id === external_id),
      );
      if (own.length === 0) return [];
      const success = own.flatMap(({ number, attack_result }) =>
        attack_result === 'partly'
          ? t('report_parts.partly', { test: number })
          : attack_result === 'succeeded'
            ? number
            : [],
      );
      return {
        technique: [{ strong: external_id }, ' ', { name }],
        tactics: tactics.map((tactic) => tactic.name).join(', '),
        success: success.join(', ') || null,
        no_success: list(own.filter(({ attack_result }) => attack_result === 'failed')),
        open: list(own.filter(({ attack_result }) => attack_result === null)),
      };
    }),
  };
};

export const tlptTables = { functions, phases, deadlines, flags, leg_ups: legUps, deviations, ttps };
