import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { all as german } from '../../domain/words/de/all.ts';
import { commandLines as germanLines } from '../../domain/words/de/command-lines.ts';
import { importFields as germanFields } from '../../domain/words/de/import-fields.ts';
import { problems as germanProblems } from '../../domain/words/de/problems.ts';
import { all } from '../../domain/words/en/all.ts';
import { commandLines as englishLines } from '../../domain/words/en/command-lines.ts';
import { screens } from '../../domain/words/en/screens.ts';
import { all as french } from '../../domain/words/fr/all.ts';
import { commandLines as frenchLines } from '../../domain/words/fr/command-lines.ts';
import { importFields as frenchFields } from '../../domain/words/fr/import-fields.ts';
import { problems as frenchProblems } from '../../domain/words/fr/problems.ts';
import { type Part, parts } from '../../domain/words/parts.ts';
import type { ProblemWords } from '../../domain/words/problems.ts';
import type { Catalogue } from '../../domain/words/translate.ts';
import { alertFields } from '../../server/interchange/alerts/fields.ts';
import { fieldsOf } from '../../server/interchange/formats/csv/fields.ts';
import { findCounts } from './find-counts.ts';
import { findEarly } from './find-early.ts';
import { findGlue } from './find-glue.ts';
import { findLetters } from './find-letters.ts';
import { compareLines } from './find-lines.ts';
import { findBanned, findClauses, findTitles } from './find-phrases.ts';
import { compareReasons } from './find-reasons.ts';
import { compareRefusals, judgeTranslations } from './find-refusals.ts';
import { findUnfetched } from './find-unfetched.ts';
import { listMessages, listValues } from './list-values.ts';

/** Folders whose words must all be in the catalogue. */
const extracted = ['renderer/', 'server/reports/content/'];

/** Folders whose messages are shown to people. */
const rendered = ['domain/', 'main/', 'renderer/', 'server/reports/', 'server/missions/reports/'];

/** Translations by their English text grow with the code, so a longer room has to be split by area. */
const mostLines = 400;

/** Takes the root of the project, returns the faults of its messages, one line each. */
export async function findFaults(root: string): Promise<string[]> {
  const files = globSync(
    [
      '{domain,main,renderer,server,tools/report-template,tools/start}/**/*.{ts,tsx}',
      'tools/{start,build-if-needed}.ts',
    ],
    { cwd: root },
  )
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.startsWith('domain/words/') && !/\.test\.tsx?$/.test(file));
  const sources = new Map<string, string>();
  for (const file of files) sources.set(file, await readFile(path.join(root, file), 'utf8'));
  const code = [...sources.values()].join('\n');
  const findIn = (folders: readonly string[], find: typeof findGlue): [place: string, text: string][] =>
    [...sources]
      .filter(([file]) => folders.some((folder) => file.startsWith(folder)))
      .flatMap(([file, source]) => find(file, source).map(({ line, text }) => [`${file}:${line}`, text]));
  const commented = globSync('{bench,bin,domain,main,renderer,server,test,tools}/**/*.{ts,tsx,cts}', {
    cwd: root,
  });
  return [
    ...(
      await Promise.all(
        commented.map(async (file) => judgeComments(file, await readFile(path.join(root, file), 'utf8'))),
      )
    ).flat(),
    ...(await findLong(root)),
    ...listMessages(all).flatMap(([key, message]) => judgeMessage(key, message)),
    ...findUnused(all, code),
    ...(await judgeParts(sources)),
    ...judgeCounts('en', all),
    ...judgeCounts('de', german),
    ...judgeCounts('fr', french),
    ...compareMessages('de', german),
    ...compareMessages('fr', french),
    ...compareRefusals({ de: germanProblems, fr: frenchProblems }, sources),
    ...compareReasons({ de: germanProblems, fr: frenchProblems }, sources),
    ...compareLabels('de', germanFields),
    ...compareLabels('fr', frenchFields),
    ...judgeTranslations('en', englishLines),
    ...[germanProblems, germanLines].flatMap((words) => judgeTranslations('de', words)),
    ...[frenchProblems, frenchLines].flatMap((words) => judgeTranslations('fr', words)),
    ...compareLines(
      { de: { ...germanProblems, ...germanLines }, fr: { ...frenchProblems, ...frenchLines } },
      sources,
    ),
    ...findIn(extracted, findLetters).map(
      ([place, text]) => `${place} words outside of the catalogue: ${text}`,
    ),
    ...findIn(rendered, findGlue).map(([place, text]) => `${place} glues a message: ${text}`),
  ];
}

/**
 * Faults of the parts that browsers fetch: rooms missing from a language or in another part of it, and pages without their parts.
 */
async function judgeParts(sources: ReadonlyMap<string, string>): Promise<string[]> {
  const english = await listRooms('en');
  const strays = Object.keys(screens).filter((room) => !Object.values(english).flat().includes(room));
  const faults = strays.map((room) => `domain/words/en/parts: the room ${room} is in none`);
  for (const language of ['de', 'fr']) {
    const own = await listRooms(language);
    const others = parts.filter((part) => own[part].join() !== english[part].join());
    faults.push(
      ...others.map((part) => `domain/words/${language}/parts/${part}.ts: has other rooms than English`),
    );
  }
  const keys = listMessages(screens).map(([key]) => key);
  return [...faults, ...findUnfetched(english, keys, sources), ...findEarly(sources)];
}

async function findLong(root: string): Promise<string[]> {
  const rooms = globSync('domain/words/{de,fr}/{problems/*,command-lines}.ts', { cwd: root });
  const lengths = rooms.map(async (file) => {
    const { length } = (await readFile(path.join(root, file), 'utf8')).trimEnd().split('\n');
    return length > mostLines ? [`${file}: ${length} lines, ${mostLines} at most: split it by area`] : [];
  });
  return (await Promise.all(lengths)).flat();
}

async function listRooms(language: string): Promise<Record<Part, string[]>> {
  const rooms = parts.map(async (part) => {
    const module = await import(`../../domain/words/${language}/parts/${part}.ts`);
    return [part, Object.keys(module.rooms)];
  });
  return Object.fromEntries(await Promise.all(rooms));
}

function judgeComments(file: string, source: string): string[] {
  const titles = /\.(?:test|spec)\.tsx?$/.test(file) ? findTitles(source) : [];
  return [...findClauses(source), ...titles].map(
    ({ line, text }) => `${file}:${line} begins with a noun clause: ${text.slice(0, 60)}`,
  );
}

/** Labels of table fields missing from a language, or unused in it. */
function compareLabels(language: string, words: ProblemWords): string[] {
  const tables = [...Object.values(fieldsOf), alertFields];
  const labels = new Set(tables.flatMap(({ fields }) => fields.map(({ label }) => label)));
  return [
    ...[...labels]
      .filter((label) => !Object.hasOwn(words, label))
      .map((label) => `${language}: lacks the label “${label}”`),
    ...Object.keys(words)
      .filter((label) => !labels.has(label))
      .map((label) => `${language}: no field has the label “${label}”`),
  ];
}

/** Faults of another language: a message that does not parse, is concatenated, or has other values than in English. */
function compareMessages(language: string, catalogue: Catalogue): string[] {
  const translated = new Map(listMessages(catalogue));
  return listMessages(all).flatMap(([key, english]) => {
    const message = translated.get(key);
    if (message === undefined) return [`${language} ${key}: is missing`];
    if (message.trim() !== message) return [`${language} ${key}: begins or ends with a space`];
    try {
      const [values, wanted] = [listValues(message), listValues(english)];
      const [own, englishs] = [values, wanted].map((of) => [...of.keys()].join(', '));
      if (own !== englishs) return [`${language} ${key}: has the values ${own}, English has ${englishs}`];
      return [...values].flatMap(([name, type]) =>
        type === 'number' && wanted.get(name) === 'Text'
          ? [`${key}: ${name} is a number in ${language}`]
          : [],
      );
    } catch (error) {
      return [`${language} ${key}: ${(error as Error).message}`];
    }
  });
}

/** Numbers before a word that has plural forms in other messages, and so needs them here. */
function judgeCounts(language: string, catalogue: Catalogue): string[] {
  return findCounts(catalogue).map(([key, word]) => `${language} ${key}: “${word}” has no plural forms here`);
}

function judgeMessage(key: string, message: string): string[] {
  try {
    listValues(message);
  } catch (error) {
    return [`${key}: ${(error as Error).message}`];
  }
  const phrase = findBanned(message);
  if (phrase !== null) return [`${key}: says “${phrase}”`];
  if (message.trim() !== message) return [`${key}: begins or ends with a space, so it is glued to something`];
  return [];
}

/** Returns unused keys. A key is used if the code contains it, whole or up to a last part given by an expression. */
export function findUnused(catalogue: Catalogue, code: string): string[] {
  const whole = new Set(Array.from(code.matchAll(/['"`]([a-z_0-9]+\.[a-z_0-9.]+)['"`]/g), ([, key]) => key));
  const begun = Array.from(
    code.matchAll(
      /`([a-z_0-9]+\.(?:[a-z_0-9]+\.)+)\$\{|'((?:names|report_sections|mission_report)\.[a-z_]+)'/g,
    ),
    ([, template, table]) => (template ?? table) as string,
  );
  return listMessages(catalogue).flatMap(([key]) =>
    whole.has(key) || begun.some((beginning) => key.startsWith(beginning)) ? [] : [`${key}: nobody says it`],
  );
}
