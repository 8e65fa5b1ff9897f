import type { z } from 'zod';
import { defaultReportOptions, type ReportKind, reportSections } from '../../../domain/reports.ts';
import { type ReportModel, reportModel } from '../../../server/reports/model.ts';
import type { Renderer } from '../../../server/reports/renderer.ts';
import { english } from '../../../server/words.ts';

type Schema = z.core.$ZodType;

/** A value that a schema takes, with this text wherever any text may stand, and two of everything that there may be several of. */
function sample(schema: Schema, text: string): unknown {
  const { def } = schema._zod;
  const of = (inner: unknown) => sample(inner as Schema, text);
  switch (def.type) {
    case 'string':
      return 'format' in def && def.format === 'uuid' ? '01900000-0000-7000-8000-0000000000aa' : text;
    case 'number':
    case 'int':
      return 2;
    case 'boolean':
      return true;
    case 'literal':
      return (def as z.core.$ZodLiteralDef<string>).values[0];
    case 'enum':
      return Object.values((def as z.core.$ZodEnumDef).entries)[0];
    case 'nullable':
    case 'optional':
      return of((def as z.core.$ZodNullableDef).innerType);
    case 'array': {
      const { element } = def as z.core.$ZodArrayDef;
      return [of(element), of(element)];
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

/** A model of a report with this text in every field that takes any, tests that were run and not, and pictures. */
export function sampleModel(text: string, kind: ReportKind = 'technical'): ReportModel {
  const model = reportModel.parse(sample(reportModel, text));
  const sections = reportSections[kind].map(({ key, title, parts }) => ({
    key,
    title: english.t(`report_sections.title.${title}`),
    text,
    parts: [...parts],
  }));
  for (const { tests } of model.scenarios) {
    const [run] = tests;
    if (run !== undefined) run.status = 'executed';
    for (const test of tests) if (test.evidence[0] !== undefined) test.evidence[0].mime_type = 'image/png';
  }
  const options = { ...defaultReportOptions, classification: text };
  return { ...model, report: { ...model.report, kind, options }, sections };
}

/** Renders a model; pictures of evidence are these bytes, or unreadable. */
export async function render(
  renderer: Renderer,
  model: ReportModel,
  picture: Buffer | null = null,
  template: Buffer | null = null,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await renderer(model, {
    openPicture: async () => picture,
    template,
    write: async (chunk) => {
      chunks.push(Buffer.from(chunk as Uint8Array));
    },
    progress: () => {},
  });
  return Buffer.concat(chunks);
}
