import type { RuleState } from '../../../domain/detection-rules.ts';
import type { Rule } from './contract.ts';

/**
 * Takes rules, returns them as JUnit XML: one that is broken or missed fails, one that was never tried is skipped. Characters that
 * XML cannot hold are shown as `�`.
 */
export function writeJunit(rules: readonly Rule[]): string {
  const count = (...states: RuleState[]) =>
    rules.filter(({ state }) => states.some((one) => one === state)).length;
  const totals = `tests="${rules.length}" failures="${count('broken', 'missed')}" skipped="${count('never_tried')}"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Damson" ${totals} errors="0">`,
    `  <testsuite name="Detection rules" ${totals} errors="0">`,
    ...rules.map((rule) => `    ${writeCase(rule)}`),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function writeCase(rule: Rule): string {
  const { rule_id, title, log_source, state } = rule;
  const named = `name="${toPlain(title)}" classname="${toPlain(rule_id ?? log_source ?? 'rule')}"`;
  const result = describe(rule);
  return result === '' || state === 'fired'
    ? `<testcase ${named}/>`
    : `<testcase ${named}>${result}</testcase>`;
}

function describe({ state, counts, broken_since, last_seen_at }: Rule): string {
  const runs = `fired in ${counts.fired}, missed in ${counts.missed}`;
  switch (state) {
    case 'broken':
      return fail('broken', `Missed since ${broken_since}, last seen ${last_seen_at}: ${runs}`);
    case 'missed':
      return fail('missed', `Did not fire: ${runs}`);
    case 'never_tried':
      return '<skipped message="Never tried"/>';
    default:
      return '';
  }
}

function fail(type: string, message: string): string {
  return `<failure type="${type}" message="${toPlain(message)}"/>`;
}

// XML 1.0 allows them not even as references.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function toPlain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, '\uFFFD')
    .replaceAll(/[&<>"\t\n\r]/g, (sign) => references[sign] as string);
}
