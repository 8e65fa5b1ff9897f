import { ruleStates } from '../../../domain/detection-rules.ts';
import type { Rule } from './contract.ts';

const headings = {
  broken: 'Broken',
  missed: 'Missed',
  fired: 'Fired',
  never_tried: 'Never tried',
} as const;

/** Takes rules, returns them as a Markdown table for each state, with their names as plain text. */
export function writeMarkdown(rules: readonly Rule[]): string {
  const byState = ruleStates.map((state) => [state, rules.filter((rule) => rule.state === state)] as const);
  const summary = byState.map(([state, some]) => `- ${headings[state]}: ${some.length}`);
  const tables = byState
    .filter(([, some]) => some.length > 0)
    .flatMap(([state, some]) => ['', `## ${headings[state]}`, '', ...writeTable(some)]);
  return `${['# Detection rules', '', ...summary, ...tables].join('\n')}\n`;
}

function writeTable(rules: readonly Rule[]): string[] {
  return [
    '| Rule | Id | Techniques | Fired | Missed | Last seen | Broken since |',
    '|---|---|---|---:|---:|---|---|',
    ...rules.map(({ title, rule_id, techniques, counts, last_seen_at, broken_since }) => {
      const cells = [title, rule_id ?? '', techniques.join(', ')].map(toPlain);
      const facts = [counts.fired, counts.missed, last_seen_at ?? '', broken_since ?? ''];
      return `| ${[...cells, ...facts].join(' | ')} |`;
    }),
  ];
}

/** A text on one line that is no markup, link or HTML. */
function toPlain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~>:@-]/g, (sign) => `\\${sign}`)
    .trim();
}
