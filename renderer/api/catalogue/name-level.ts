import { type LevelKey, levelKeys } from '../../../domain/outcomes.ts';
import { t } from '../../words.ts';

/** Takes a detection level from the API, returns its name in the person's language; a level with an unknown key keeps its own. */
export function nameLevel({ key, name }: { key: string; name: string }): string {
  return isLevelKey(key) ? t(`names.outcome.${key}`) : name;
}

function isLevelKey(key: string): key is LevelKey {
  return levelKeys.some((known) => known === key);
}
