import type { ReportPart } from '../../../domain/reports.ts';
import { isWritten, numberSections } from '../content/sections.ts';
import { openSource } from '../content/source.ts';
import type { ReportModel } from '../model.ts';
import { makeCharts } from './charts.ts';
import { type ListedName, listedNames, listedParts } from './fields.ts';
import { fillNames, sectionKeys } from './names.ts';
import { fillPart } from './parts/index.ts';
import { type Report, toParagraphs } from './report.ts';
import { type Data, type Room, toImage, toWordText, type Value } from './values.ts';

const logoRoom: Room = { width: 220, height: 90 };

/** Takes a model and the names in a template, null for all, returns the data to fill it. Every text is valid in XML. */
export async function toData(
  model: ReportModel,
  openPicture: Report['openPicture'],
  named: ReadonlySet<string> | null = null,
): Promise<Data> {
  const { report: head, mission, brand } = model;
  const report = { ...openSource(model), openPicture };
  const { wording } = report;
  const { t } = wording;
  const isNamed = (name: string) => named === null || named.has(name);
  const data: Data = {
    title: head.title,
    kind: t(`report_sections.kind.${head.kind}`),
    classification: head.options.classification,
    draft: head.issued === null ? t('reports.draft') : null,
    issued:
      head.issued === null
        ? null
        : t('reports.issued.by', {
            when: wording.dayOf(head.issued.at),
            person: head.issued.by.display_name,
          }),
    issued_on: head.issued === null ? null : wording.dayOf(head.issued.at),
    issued_by: head.issued?.by.display_name ?? null,
    author: head.created_by?.display_name ?? null,
    data_as_of: wording.time(head.read_at),
    time_zone: head.options.time_zone,
    language: head.options.locale,
    generator: model.generator,
    report_id: head.id,
    ...fillNames(report),
    logo: toImage(
      brand.logo === null ? null : Buffer.from(brand.logo.replace(/^data:[^,]*,/, ''), 'base64'),
      mission.organisation ?? '',
      logoRoom,
    ),
    ...makeCharts(model, wording),
    ...(await fillLists(report, isNamed)),
    ...(await fillSections(report, isNamed)),
  };
  return cleanData(data);
}

/** The same with texts valid in XML. */
function clean<Of extends Value>(value: Of): Of {
  if (typeof value === 'string') return toWordText(value) as Of;
  if (Array.isArray(value)) return value.map((item) => cleanData(item)) as unknown as Of;
  return value;
}

function cleanData(data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, clean(value)]));
}

/** The stand-alone lists, and whether each has any entry. */
async function fillLists(report: Report, isNamed: (name: string) => boolean): Promise<Data> {
  const data: Data = {};
  const parts = new Map<ReportPart, Data>();
  const read = async (name: ListedName): Promise<readonly Data[]> => {
    const part = listedParts[name];
    const filled = parts.get(part) ?? (await fillPart(report, part, false));
    parts.set(part, filled);
    const list = filled[name];
    return Array.isArray(list) ? list : [];
  };
  const keep = (name: string, list: readonly Data[]) => {
    data[name] = list;
    data[`has_${name}`] = list.length > 0;
  };
  for (const name of listedNames) {
    if (isNamed(name) || isNamed(`has_${name}`)) keep(name, await read(name));
  }
  if (isNamed('tests') || isNamed('has_tests')) {
    const scenarios = await read('scenarios_in_full');
    keep(
      'tests',
      scenarios.flatMap(({ tests }) => tests as readonly Data[]),
    );
  }
  return data;
}

/** Chapters have digits, appendices letters. */
const isFigure = (number: string): boolean => /^\d/.test(number);

/** All sections under one name, and each under its key: a list of one, or of none if the kind of report has no such section. */
async function fillSections(report: Report, isNamed: (name: string) => boolean): Promise<Data> {
  const sections = numberSections(report).filter(
    ({ key }) => isNamed('sections') || isNamed(`section.${key}`),
  );
  const filled = new Map<string, Data>();
  for (const { key, number, heading, text, parts } of sections) {
    filled.set(key, {
      number,
      title: heading,
      is_chapter: isFigure(number),
      is_appendix: !isFigure(number),
      unstated: !isWritten(text) && parts.length === 0 ? report.wording.t('reports.nothing_stated') : null,
      paragraphs: toParagraphs(null, text),
      parts: await Promise.all(parts.map((part) => fillPart(report, part, parts.length > 1))),
    });
  }
  return {
    sections: [...filled.values()],
    ...Object.fromEntries(
      sectionKeys.map((key) => {
        const section = filled.get(key);
        return [`section.${key}`, section === undefined ? [] : [section]];
      }),
    ),
  };
}
