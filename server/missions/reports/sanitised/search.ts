import type { SensitiveKind, SensitiveObject } from '../../../../domain/sensitive.ts';
import { findsWords, longestWithheld } from '../../../../domain/withheld.ts';
import { isPictureDigest } from '../../../../domain/written-pictures.ts';
import type { ReportModel } from '../../../reports/model.ts';
import type { ReportOutline, ReportTextPlace, SensitiveText } from '../contract.ts';
import { findPatterns } from './patterns.ts';
import { mapTexts, type TextPlace } from './texts.ts';

/** Texts found at most, and places shown of each. */
const most = { texts: 300, places: 5 };
/** Characters shown on each side of what was found. */
const beside = 40;

type Place = SensitiveText['places'][number];
type Read = { text: string; at: TextPlace };

/**
 * Takes the model of a sanitised report and the texts that were decided on, returns the likely secrets and names that still stand
 * in it, each with its places: those of the record first.
 */
export function searchSensitive(
  model: ReportModel,
  decided: readonly string[],
  placeholder: string,
): SensitiveText[] {
  const texts = readTexts(model);
  const names = listNames(model);
  const isDecided = new Set(decided.map(fold));
  const found = new Map<string, SensitiveText>();
  const add = (kind: SensitiveKind, said: string, index: number, { text, at }: Read) => {
    const key = fold(said);
    if (isDecided.has(key) || said.includes(placeholder) || said.trim().length < 3) return;
    const known = found.get(key);
    if (known === undefined && found.size >= most.texts) return;
    const shown = said.replace(/\s+/g, ' ').trim().slice(0, longestWithheld);
    const hit = known ?? { kind, text: shown, count: 0, places: [] };
    found.set(key, hit);
    hit.count += 1;
    if (hit.places.length < most.places) hit.places.push(showPlace(model, text, at, index, said.length));
  };
  const named = findsWords([...names.values()].map(({ name }) => name));
  for (const read of texts) {
    if (named !== null) {
      for (const match of read.text.matchAll(named)) {
        add(names.get(fold(match[0]))?.kind ?? 'organisation', match[0], match.index, read);
      }
    }
  }
  for (const read of texts) {
    for (const { kind, text, index } of findPatterns(read.text)) {
      if (!isPictureDigest(read.text, index)) add(kind, text, index, read);
    }
  }
  return [...found.values()];
}

const fold = (text: string) => text.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase();

/** Parts that repeat what stands elsewhere. */
const repeated: ReadonlySet<unknown> = new Set(['figures', 'gaps', 'strengths', 'timeline', 'techniques']);

/** Every text once: a name that stands in several places counts where its object is. */
function readTexts(model: ReportModel): Read[] {
  const texts = new Map<string, Read>();
  mapTexts(model, (text, at) => {
    const isNew = !repeated.has(at.path[0]) && !texts.has(at.place);
    if (isNew) texts.set(at.place, { text: text.normalize('NFC'), at });
    return text;
  });
  return [...texts.values()];
}

/** Fields that hold the name of somebody or something, by kind. */
const nameFields: Readonly<Partial<Record<string, SensitiveKind>>> = {
  organisation: 'organisation',
  client: 'organisation',
  authority: 'organisation',
  intelligence_provider: 'organisation',
  red_team_provider: 'organisation',
  code_name: 'organisation',
  control_team_lead: 'person',
  control_team: 'person',
  test_managers: 'person',
  display_name: 'person',
  owner: 'person',
  operator: 'person',
  source_host: 'host',
  target_host: 'host',
  host: 'host',
  target_user: 'user',
};

/** Names of the record, which are then searched for in every text. */
function listNames(model: ReportModel): Map<string, { kind: SensitiveKind; name: string }> {
  const names = new Map<string, { kind: SensitiveKind; name: string }>();
  mapTexts(model, (text, { path }) => {
    const kind = kindOf(path);
    const name = text.trim();
    if (kind !== undefined && name.length >= 3 && name.length <= longestWithheld && !name.includes('\n')) {
      names.set(fold(name), { kind, name });
    }
    return text;
  });
  return names;
}

function kindOf(path: TextPlace['path']): SensitiveKind | undefined {
  const [part, list] = path;
  const field = path.at(-1);
  if (field === 'name' && part === 'mission' && list === 'members') return 'person';
  if (field === 'name' && part === 'tlpt' && list === 'entities') return 'organisation';
  return nameFields[String(field)];
}

function showPlace(model: ReportModel, text: string, at: TextPlace, index: number, length: number): Place {
  const end = index + length;
  return {
    ...namePlace(model, at),
    before: text.slice(Math.max(0, index - beside), index),
    after: text.slice(end, end + beside),
  };
}

/** Takes a whole model and the fields that are withheld from it, returns them with their names, once each. */
export function listWithheldFields(model: ReportModel, fields: readonly string[]): ReportTextPlace[] {
  const wanted = new Set(fields);
  const found = new Map<string, ReportTextPlace>();
  mapTexts(model, (text, at) => {
    if (wanted.has(at.place) && !repeated.has(at.path[0])) found.set(at.place, namePlace(model, at));
    return text;
  });
  return [...found.values()];
}

/** Takes a whole model, returns the evidence that its sanitised version could show. */
export function listEvidence(model: ReportModel): NonNullable<ReportOutline['sanitised']>['files'] {
  return model.scenarios.flatMap(({ tests }) =>
    tests.flatMap((test) =>
      [test, ...test.closed_runs].flatMap(({ evidence }) =>
        evidence.map(({ id, file_name, caption }) => ({
          id,
          test: `${test.number} ${test.name}`,
          file_name,
          caption,
        })),
      ),
    ),
  );
}

function namePlace(model: ReportModel, { place, path }: TextPlace): ReportTextPlace {
  return {
    field: place,
    ...nameObject(model, path),
    name_of_field: path.findLast((step): step is string => typeof step === 'string') ?? '',
  };
}

/** The object in which a text stands, as a reader of the report finds it. */
function nameObject(model: ReportModel, path: TextPlace['path']): { object: SensitiveObject; name: string } {
  const [part, first, list, second] = path as [string, number, string, number];
  if (part === 'scenarios') {
    const scenario = model.scenarios[first];
    const test = list === 'tests' ? scenario?.tests[second] : undefined;
    if (test !== undefined) return { object: 'test', name: `${test.number} ${test.name}` };
    return { object: 'scenario', name: `${first + 1} ${scenario?.name ?? ''}` };
  }
  if (part === 'findings') {
    const finding = model.findings?.[first];
    return { object: 'finding', name: `F-${finding?.number} ${finding?.title}` };
  }
  if (part === 'sections') return { object: 'section', name: model.sections[first]?.title ?? '' };
  if (part === 'remediations') return { object: 'remediation', name: model.remediations[first]?.title ?? '' };
  if (part === 'tlpt') return { object: 'tlpt', name: '' };
  if (part === 'tools') return { object: 'tool', name: model.tools[first]?.name ?? '' };
  if (part === 'report') return { object: 'report', name: model.report.title };
  return { object: 'mission', name: model.mission.name };
}
