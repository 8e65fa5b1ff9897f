import { mostTags } from '../../../domain/limits.ts';
import { invalid } from '../../errors.ts';
import type { TestsPatch } from './contract.ts';

/** Refuses `invalid` at its index a tag to be both added and removed. */
export function refuseContradiction({ add_tags, remove_tags }: TestsPatch): void {
  const index = remove_tags.findIndex((tag) => add_tags.includes(tag));
  if (index !== -1) throw invalid(`remove_tags.${index}`, 'is also to be added');
}

/** The tags of a test after a change, new ones last. Refuses `invalid` too many tags. */
export function changeTags(present: readonly string[], { add_tags, remove_tags }: TestsPatch): string[] {
  const kept = present.filter((tag) => !remove_tags.includes(tag));
  const tags = [...kept, ...new Set(add_tags.filter((tag) => !kept.includes(tag)))];
  if (tags.length > mostTags && tags.length > present.length) {
    throw invalid('add_tags', `a test would have ${tags.length} tags; the limit is ${mostTags}`);
  }
  return tags;
}

/** Whether the tags differ, or their order does. */
export function differ(one: readonly string[], other: readonly string[]): boolean {
  return one.length !== other.length || one.some((tag, index) => tag !== other[index]);
}

/** Tags belong to the plan of a test. */
export function needsPlanning(body: Readonly<Record<string, unknown>>): boolean {
  return body.add_tags !== undefined || body.remove_tags !== undefined;
}
