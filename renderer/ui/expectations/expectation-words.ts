import { describeExpected } from '../../../domain/expectation-words.ts';
import type { Expectation } from '../../../domain/expectations.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t, words } from '../../words.ts';

/** Expected outcome of a kind, with its tools and rules, in words: `Yes, within 5 min, by Falcon or Zeek`. */
export function describeExpectation(
  expectation: Omit<Expectation, 'kind' | 'tool_ids'>,
  tools: readonly { name: string }[] = [],
): string {
  const rules = (expectation.rules ?? []).map(({ rule_id, rule_name }) => ({
    name: rule_name ?? rule_id ?? '',
  }));
  const named = [joinTools(tools, 'or'), joinTools(rules, 'and')].filter((by) => by !== '');
  return [describeExpected(expectation, words), ...named.map((by) => t('mission_editor.by_by', { by }))].join(
    ', ',
  );
}

/** Takes typed minutes, returns seconds; null for none. */
export function toSeconds(minutes: number | string): number | null {
  return typeof minutes === 'number' && minutes > 0 ? Math.max(1, Math.round(minutes * 60)) : null;
}

/** Takes seconds, returns minutes for a field. */
export function toMinutes(seconds: number | null): number | '' {
  return seconds === null ? '' : Math.round((seconds / 60) * 100) / 100;
}

/** The names of tools in a sentence. */
export function joinTools(tools: readonly { name: string }[], link: 'and' | 'or'): string {
  const names = tools.map(({ name }) => toVisibleText(name));
  return names.length === 0
    ? ''
    : names.reduce((one, other) => t(`mission_editor.tools.${link}`, { one, other }));
}
