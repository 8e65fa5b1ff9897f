import type { Tag } from 'easy-template-x';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { FieldError } from '../../../errors.ts';
import { type Scope, templateFields } from '../fields.ts';
import { listTags } from '../fill.ts';
import { findNearest } from './nearest.ts';
import { type Hint, tellPlace } from './places.ts';

const mostTags = 2000;
/** If used more often, a list would turn a document of a few pages into thousands. */
const mostTimes = 5;
const deepestLoop = 12;
const longestName = 60;

/**
 * Takes a template accepted earlier, returns the tags that this version of Damson does not fill. Throws the errors of reading its
 * tags.
 */
export async function listLostTags(template: Buffer): Promise<FieldError[]> {
  return judgeTags(await listTags(template));
}

/** An open loop or condition, with its scope. */
type Open = { tag: Tag; scope: Scope; place: string; isList: boolean };

/**
 * Takes the tags of a template in order, returns those that no report fills at their position, with the place and the nearest
 * name.
 */
export function judgeTags(tags: readonly Tag[]): FieldError[] {
  if (tags.length > mostTags) return [{ path: 'tags', message: `are more than ${mostTags}` }];
  const faults: FieldError[] = [];
  const open: Open[] = [];
  const times = new Map<string, number>();
  for (const tag of tags) {
    const refuse = (message: string, hint: Hint = null) =>
      faults.push({ path: showTag(tag), message: tellPlace(tag, message, hint) });
    if (tag.disposition === 'Close') {
      const opened = open.pop();
      if (opened === undefined) refuse('closes what is not open');
      else if (tag.name !== '' && tag.name !== opened.tag.name)
        refuse(`stands where {#${opened.tag.name.slice(0, longestName)}} has to be closed first`);
      continue;
    }
    const inner = open.at(-1);
    const scope = inner?.scope ?? templateFields;
    const place = inner?.place ?? '';
    const texts = listTexts(open);
    if (Object.keys(tag.options ?? {}).some((name) => name !== 'loopOver')) refuse('has an unknown option');
    if (tag.disposition === 'SelfClosed') {
      if (findList(tag.name, open) !== null) refuse('is a list: {#…} and {/…} repeat what is between');
      else if (!texts.has(tag.name) && !templateFields.charts.includes(tag.name)) {
        const names = [...texts, ...templateFields.charts];
        refuse('is not a field that a report has here', guess(tag.name, names, 'text', scope));
      }
      continue;
    }
    if (open.length >= deepestLoop) refuse(`stands in more than ${deepestLoop} others`);
    const list = findList(tag.name, open);
    if (list === null) {
      const around = open.findLast(({ isList }) => isList);
      const isText = texts.has(tag.name);
      const isWhole = !isText && Object.hasOwn(templateFields.lists, tag.name);
      const whole = isWhole && around !== undefined ? templateFields.lists[tag.name] : undefined;
      const isBelow = findOwner(tag.name, 'list', scope, []) !== null;
      if (whole !== undefined && around !== undefined && !isBelow) {
        refuse(`is a list of the whole report: close {#${around.tag.name.slice(0, longestName)}} first`);
      } else if (!isText) {
        const names = [...Object.keys(scope.lists), ...Object.keys(templateFields.lists), ...texts];
        refuse('is not a list or condition that a report has here', guess(tag.name, names, 'list', scope));
      }
      // Judging what is between by the list that was meant adds no faults that go with it.
      open.push({ tag, scope: whole ?? scope, place, isList: whole !== undefined });
      continue;
    }
    const within = `${place}/${tag.name}`;
    const count = (times.get(within) ?? 0) + 1;
    times.set(within, count);
    if (count === mostTimes + 1) refuse(`is repeated more than ${mostTimes} times`);
    open.push({ tag, scope: list, place: within, isList: true });
  }
  for (const { tag } of open) {
    faults.push({ path: showTag(tag), message: tellPlace(tag, 'is not closed') });
  }
  return leaveOutTwins(faults);
}

/** A tag as it is written; a character that can't be seen may be all that is wrong with it. */
function showTag({ rawText }: Tag): string {
  return toVisibleText(rawText.slice(0, 100));
}

/** Word and LibreOffice save a text box twice, for programs of different age. */
function leaveOutTwins(faults: readonly FieldError[]): FieldError[] {
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()];
}

/** Texts and pictures of the innermost scope and of those around it. */
function listTexts(open: readonly Open[]): Set<string> {
  return new Set(
    [templateFields, ...open.map(({ scope }) => scope)].flatMap(({ texts, pictures }) => [
      ...texts,
      ...pictures,
    ]),
  );
}

/** A list of the innermost scope. Outer lists can't be repeated again, because each would be as long as all of them together. */
function findList(name: string, open: readonly Open[]): Scope | null {
  const { lists } = open.at(-1)?.scope ?? templateFields;
  return Object.hasOwn(lists, name) ? (lists[name] as Scope) : null;
}

/** Suggests the intended name: the list that contains it, or a similar name. */
function guess(written: string, names: readonly string[], kind: 'text' | 'list', scope: Scope): Hint {
  const within = findOwner(written, kind, scope, []) ?? findOwner(written, kind, templateFields, []);
  if (within !== null) return { within };
  const nearest = findNearest(written, names);
  return nearest === null ? null : { nearest: `{${kind === 'list' ? '#' : ''}${nearest}}` };
}

/** The shortest path to a list that has a name: `{#sections}{#parts}`. */
function findOwner(name: string, kind: 'text' | 'list', scope: Scope, way: readonly string[]): string | null {
  const ways = Object.entries(scope.lists).flatMap(([list, inner]) => {
    const here = [...way, `{#${list}}`];
    const has =
      kind === 'list' ? Object.hasOwn(inner.lists, name) : [...inner.texts, ...inner.pictures].includes(name);
    if (has) return [here.join('')];
    const deeper = findOwner(name, kind, inner, here);
    return deeper === null ? [] : [deeper];
  });
  return ways.sort((one, other) => one.length - other.length)[0] ?? null;
}
