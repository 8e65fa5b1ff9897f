import type { z } from 'zod';
import {
  defaultReportOptions,
  type ReportKind,
  reportKinds,
  reportSections,
} from '../../../../domain/reports.ts';
import { english } from '../../../words.ts';
import { type ReportModel, reportModel } from '../../model.ts';

type Schema = z.core.$ZodType;

/**
 * Recipe for a sample: the text for every text field, and the number of list entries. With no entries, all optional values are
 * missing too.
 */
type Make = { text: string; many: number };

function sample(schema: Schema, make: Make): unknown {
  const { def } = schema._zod;
  const of = (inner: unknown) => sample(inner as Schema, make);
  switch (def.type) {
    case 'string':
      return 'format' in def && def.format === 'uuid' ? '01900000-0000-7000-8000-0000000000aa' : make.text;
    case 'number':
    case 'int':
      return make.many;
    case 'boolean':
      return true;
    case 'literal':
      return (def as z.core.$ZodLiteralDef<string>).values[0];
    case 'enum':
      return Object.values((def as z.core.$ZodEnumDef).entries)[0];
    case 'nullable':
      return make.many === 0 ? null : of((def as z.core.$ZodNullableDef).innerType);
    case 'optional':
      return of((def as z.core.$ZodNullableDef).innerType);
    case 'array': {
      const { element } = def as z.core.$ZodArrayDef;
      return Array.from({ length: make.many }, () => of(element));
    }
    case 'object':
      return Object.fromEntries(
        Object.entries((def as z.core.$ZodObjectDef).shape).map(([name, field]) => [name, of(field)]),
      );
    case 'record':
      return {};
    default:
      throw new Error(`A sample of ${def.type} is not known`);
  }
}

/** A model of a report with this text in every text field, executed and blocked tests, techniques, and pictures. */
export function sampleModel(text: string, kind: ReportKind = 'technical', many = 2): ReportModel {
  const model = reportModel.parse(sample(reportModel, { text, many }));
  const written = many === 0 ? null : text;
  for (const { tests } of model.scenarios) {
    for (const test of tests) {
      test.executed_at &&= '2026-03-01T10:00:00.000Z';
      for (const fact of test.facts) fact.at &&= '2026-03-01T10:05:00.000Z';
    }
    const [run] = tests;
    if (run !== undefined) run.status = 'executed';
    const [, blocked] = tests;
    if (blocked !== undefined) blocked.status = 'blocked';
    for (const { evidence, catalog_tags } of tests) {
      if (evidence[0] !== undefined) evidence[0].mime_type = 'image/png';
      for (const tag of catalog_tags) tag.kind = 'technique';
    }
  }
  for (const [index, moment] of model.timeline.entries()) moment.at = `2026-03-01T10:0${index}:00.000Z`;
  const [first, second] = model.scenarios.flatMap(({ tests }) => tests);
  if (first !== undefined && second !== undefined && first.id !== second.id) {
    model.path = [{ test_id: second.id, follows_id: first.id, condition: text }];
  }
  const { commands, side, evidence, locale, time_zone } = defaultReportOptions;
  const shown = { commands, side, evidence, locale, time_zone };
  const options = { ...shown, plans: true, classification: written, sanitised: false };
  return { ...model, report: { ...model.report, kind, options }, sections: sampleSections(kind, written) };
}

function sampleSections(kind: ReportKind, text: string | null): ReportModel['sections'] {
  return reportSections[kind].map(({ key, title, parts }) => ({
    key,
    title: english.t(`report_sections.title.${title}`),
    text,
    parts: [...parts],
  }));
}

/** Texts that have broken documents: markup, fields, tags, characters invalid in XML, and directions. */
const hostile = `</w:t></w:r></w:p>{#sections}{title}{/} & ]]> "'><w:altChunk/> \u0000\u001b\u202e\ud800\uffff {@raw}\n\n- one\n- two\n\n| a | b |\n|---|---|\n| **c** | [d](javascript:alert) |`;

/** A model with the sections of every kind of report, each once with all of its parts, so that one filling tests all of them. */
function trialModel(text: string, kind: ReportKind, many: number): ReportModel {
  const written = many === 0 ? null : text;
  const sections = new Map<string, ReportModel['sections'][number]>();
  for (const section of reportKinds.flatMap((each) => sampleSections(each, written))) {
    const parts = new Set([...(sections.get(section.key)?.parts ?? []), ...section.parts]);
    sections.set(section.key, { ...section, parts: [...parts] });
  }
  return { ...sampleModel(text, kind, many), sections: [...sections.values()] };
}

/** A mission to try a template on; `tell` adds its name to the message of a fault. */
type Trial = { make: () => ReportModel; tell: (message: string) => string };

const emptyMission = (message: string): string => `${message} (an empty mission)`;

/**
 * Missions on which every template is tried: an empty one, in a report without sections and in one with every section but no
 * content; a typical one; and one with troublesome texts.
 */
export const trials: readonly Trial[] = [
  { make: () => ({ ...sampleModel('A mission', 'technical', 0), sections: [] }), tell: emptyMission },
  { make: () => trialModel('A mission', 'dora_summary', 0), tell: emptyMission },
  {
    make: () => trialModel('An ordinary text', 'technical', 2),
    tell: (message) => `${message} (a typical mission)`,
  },
  {
    make: () => trialModel(hostile, 'technical', 1),
    tell: (message) => `${message} (a mission of hostile texts)`,
  },
];
