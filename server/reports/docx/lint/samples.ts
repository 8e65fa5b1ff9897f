import type { z } from 'zod';
import { defaultReportOptions, type ReportKind, reportSections } from '../../../../domain/reports.ts';
import { english } from '../../../words.ts';
import { type ReportModel, reportModel } from '../../model.ts';

type Schema = z.core.$ZodType;

/**
 * Recipe for a sample: a text for every text field, and a number of entries for lists; with none, everything else is unknown too.
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

/** A model of a report with this text in every text field, executed and unexecuted tests, and pictures. */
export function sampleModel(text: string, kind: ReportKind = 'technical', many = 2): ReportModel {
  const model = reportModel.parse(sample(reportModel, { text, many }));
  const sections = reportSections[kind].map(({ key, title, parts }) => ({
    key,
    title: english.t(`report_sections.title.${title}`),
    text: many === 0 ? null : text,
    parts: [...parts],
  }));
  for (const { tests } of model.scenarios) {
    const [run] = tests;
    if (run !== undefined) run.status = 'executed';
    for (const test of tests) if (test.evidence[0] !== undefined) test.evidence[0].mime_type = 'image/png';
  }
  const options = { ...defaultReportOptions, classification: many === 0 ? null : text };
  return { ...model, report: { ...model.report, kind, options }, sections };
}

/** Texts that have broken documents: markup, fields, tags, characters invalid in XML, and directions. */
const hostile = `</w:t></w:r></w:p>{#sections}{title}{/} & ]]> "'><w:altChunk/> \u0000\u001b\u202e\ud800\uffff {@raw}\n\n- one\n- two\n\n| a | b |\n|---|---|\n| **c** | [d](javascript:alert) |`;

/** Names the mission that showed a fault. */
type Trial = { make: (kind: ReportKind) => ReportModel; tell: (message: string) => string };

/**
 * Missions on which every template is tried: an empty one, a typical one, and one with troublesome texts. Only the kind of report
 * with all parts has several of everything: they take most of the time.
 */
export const trials: readonly Trial[] = [
  { make: (kind) => sampleModel('A mission', kind, 0), tell: (message) => `${message} (an empty mission)` },
  {
    make: (kind) => sampleModel('An ordinary text', kind, kind === 'technical' ? 2 : 1),
    tell: (message) => `${message} (a typical mission)`,
  },
  {
    make: (kind) => sampleModel(hostile, kind, 1),
    tell: (message) => `${message} (a mission of hostile texts)`,
  },
];
