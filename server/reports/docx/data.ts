import type { ReportPart } from '../../../domain/reports.ts';
import { describeVersion, nameKind } from '../content/document.ts';
import { numberFinding } from '../content/findings.ts';
import type { Room } from '../content/pictures.ts';
import { describeUnstated, numberSections } from '../content/sections.ts';
import { openSource, type Source } from '../content/source.ts';
import type { ReportModel } from '../model.ts';
import { makeCharts } from './charts.ts';
import { namePlace } from './contents.ts';
import { type ListedName, listedNames, listedParts } from './fields.ts';
import { Later } from './later.ts';
import { fillNames, sectionKeys } from './names.ts';
import { fillPart } from './parts/index.ts';
import { type Report, toParagraphs, toPlace } from './report.ts';
import { type Data, toImage, toWordText, type Value } from './values.ts';

const logoRoom: Room = { width: 220, height: 90 };

/**
 * Takes a model and the names in a template, null for all, returns the data to fill it. Every text is valid in XML. `progress` is
 * told the share of tests that were made so far.
 */
export async function toData(
  model: ReportModel,
  openPicture: Report['openPicture'],
  named: ReadonlySet<string> | null = null,
  progress: Report['progress'] = () => {},
): Promise<Data> {
  const { report: head, mission, brand } = model;
  const isNamed = (name: string) => named === null || named.has(name);
  const source = openSource(model);
  const report = { ...source, openPicture, progress, places: listPlaces(source, isNamed) };
  const { wording } = report;
  const { t } = wording;
  const data: Data = {
    title: head.title,
    kind: nameKind(model, wording),
    version: describeVersion(model, wording),
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
    data_as_of: wording.timeInZone(head.read_at),
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

/** Names of places are short and without letters that somebody wrote: both are limited. */
function listPlaces({ model, tests }: Source, isNamed: (name: string) => boolean): Map<string, string> {
  const shows = (part: ReportPart) => model.sections.some(({ parts }) => parts.includes(part));
  const places = new Map<string, string>();
  if (shows('tests') && (isNamed('scenarios_in_full') || isNamed('tests'))) {
    for (const [index, { number }] of tests.entries()) places.set(number, `Test_${index + 1}`);
  }
  if (shows('findings') && isNamed('findings')) {
    for (const { number } of model.findings ?? []) places.set(numberFinding(number), `Finding_${number}`);
  }
  return places;
}

/** The same with texts valid in XML. */
function clean<Of extends Value>(value: Of): Of {
  if (typeof value === 'string') return toWordText(value) as Of;
  if (Array.isArray(value)) {
    const list = value as readonly (Data | Later<Data>)[];
    return list.map((item) => (item instanceof Later ? item.map(cleanData) : cleanData(item))) as never;
  }
  return value;
}

function cleanData(data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, clean(value)]));
}

/** The stand-alone lists, and for each whether it has entries. */
async function fillLists(report: Report, isNamed: (name: string) => boolean): Promise<Data> {
  const data: Data = {};
  const parts = new Map<ReportPart, Data>();
  const read = async (name: ListedName): Promise<readonly Data[]> => {
    const part = listedParts[name];
    const filled = parts.get(part) ?? (await fillPart(report, part, false));
    parts.set(part, filled);
    const list = filled[name];
    return Array.isArray(list) ? (list as readonly Data[]) : [];
  };
  const keep = (name: string, list: readonly Data[] | readonly Later<Data>[]) => {
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
      scenarios.flatMap(({ tests }) => tests as readonly Later<Data>[]),
    );
  }
  return data;
}

/** Chapters have numbers, appendices letters. */
const isFigure = (number: string): boolean => /^\d/.test(number);

/** All sections under one name, and each one under its key as a list: empty if this kind of report has no such section. */
async function fillSections(report: Report, isNamed: (name: string) => boolean): Promise<Data> {
  const sections = numberSections(report).filter(
    ({ key }) => isNamed('sections') || isNamed(`section.${key}`),
  );
  const filled = new Map<string, Data>();
  const hasContents = isNamed('entry') && isNamed('heading');
  for (const [index, section] of sections.entries()) {
    const { key, number, heading, text, drafted, parts } = section;
    const place = hasContents ? namePlace(index + 1) : undefined;
    filled.set(key, {
      number,
      title: heading,
      entry: toPlace(`${number}  ${heading}`, place, true, true),
      heading: toPlace(heading, place, false),
      is_chapter: isFigure(number),
      is_appendix: !isFigure(number),
      unstated: describeUnstated(section, report),
      paragraphs: toParagraphs(drafted ? report.wording.t('reports.drafted') : null, text),
      parts: isNamed('parts')
        ? await Promise.all(parts.map((part) => fillPart(report, part, parts.length > 1)))
        : [],
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
