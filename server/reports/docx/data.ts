import { describePeriod } from '../content/document.ts';
import { isWritten, numberSections } from '../content/sections.ts';
import { openSource } from '../content/source.ts';
import type { ReportModel } from '../model.ts';
import { makeCharts } from './charts.ts';
import { fillPart } from './parts/index.ts';
import { type Report, toParagraphs } from './report.ts';
import { type Data, type Room, toImage, toWordText, type Value } from './values.ts';

const logoRoom: Room = { width: 220, height: 90 };

/** Takes a model, returns what a template of it is filled with. Every text is one that XML takes. */
export async function toData(model: ReportModel, openPicture: Report['openPicture']): Promise<Data> {
  const { report: head, mission, brand } = model;
  const report = { ...openSource(model), openPicture };
  const { wording } = report;
  const { t } = wording;
  const data: Data = {
    title: head.title,
    kind: t(`report_sections.kind.${head.kind}`),
    classification: head.options.classification,
    draft: head.issued === null ? t('reports.draft') : null,
    mission: mission.name,
    organisation: mission.organisation,
    client: mission.client,
    period: describePeriod(report),
    issued:
      head.issued === null
        ? null
        : t('reports.issued.by', {
            when: wording.dayOf(head.issued.at),
            person: head.issued.by.display_name,
          }),
    data_as_of: wording.time(head.read_at),
    time_zone: head.options.time_zone,
    generator: model.generator,
    report_id: head.id,
    logo: toImage(
      brand.logo === null ? null : Buffer.from(brand.logo.replace(/^data:[^,]*,/, ''), 'base64'),
      mission.organisation ?? '',
      logoRoom,
    ),
    ...makeCharts(model, wording),
    sections: await listSections(report),
  };
  return cleanData(data);
}

/** The same with texts that XML takes. */
function clean<Of extends Value>(value: Of): Of {
  if (typeof value === 'string') return toWordText(value) as Of;
  if (Array.isArray(value)) return value.map((item) => cleanData(item)) as unknown as Of;
  return value;
}

function cleanData(data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, clean(value)]));
}

function listSections(report: Report): Promise<Data[]> {
  return Promise.all(
    numberSections(report).map(async ({ number, heading, text, parts }) => ({
      number,
      title: heading,
      unstated: !isWritten(text) && parts.length === 0 ? report.wording.t('reports.nothing_stated') : null,
      paragraphs: toParagraphs(null, text),
      parts: await Promise.all(parts.map((part) => fillPart(report, part, parts.length > 1))),
    })),
  );
}
