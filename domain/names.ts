import { longestName } from './limits.ts';

/** Takes a derived name, cuts it to the maximum length. */
export function cutName(name: string): string {
  // Half of a surrogate pair is no character.
  return name
    .slice(0, longestName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}

/** Takes the name of a mission, returns the name for its clone. */
export function nameClone(name: string): string {
  return cutName(`Copy of ${name}`);
}
