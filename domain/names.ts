import { longestName } from './limits.ts';

/** Takes a name that was made of something, returns as much of it as a name may have. */
export function cutName(name: string): string {
  // Half of a pair of surrogates is no character.
  return name
    .slice(0, longestName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}

/** Takes the name of a mission, returns that of its clone. */
export function nameClone(name: string): string {
  return cutName(`Copy of ${name}`);
}
