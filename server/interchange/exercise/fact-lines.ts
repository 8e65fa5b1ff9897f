import type { NamedRule } from '../../../domain/detection-rules.ts';
import { expectedResults } from '../../../domain/expectations.ts';
import { detectionCategories, factKinds, factResults, severities } from '../../../domain/outcomes.ts';
import type { PlannedExpectation, PlannedFact } from '../plan.ts';
import { readTime } from '../reading/times.ts';
import { blankFact } from './blank.ts';

/**
 * Takes facts, returns a line for each, for a tool's text that has no fields for them: `alerted: yes; at
 * 2026-11-23T08:00:00.000Z; tool "Falcon"; severity high`.
 */
export function writeFacts(facts: readonly PlannedFact[]): string {
  return facts
    .map(({ kind, result, ...rest }) =>
      joinLine(kind, result, [
        ['at', rest.at],
        ['tool', quote(rest.tool)],
        ['rule', quote(rest.rule_name)],
        ['rule id', quote(rest.rule_id)],
        ['alert', quote(rest.alert_id)],
        ['severity', rest.severity],
        ['category', rest.category],
        ['note', quote(rest.note)],
      ]),
    )
    .join('\n');
}

/** Takes lines written by `writeFacts`, returns the facts; null when a line is anything else. */
export function readFacts(text: string): PlannedFact[] | null {
  return readLines(text, (kind, result, details) => {
    const known = find(factKinds, kind);
    const seen = find(factResults, result);
    const at = details.get('at') ?? null;
    if (known === null || seen === null || (at !== null && readTime(at)?.at !== at)) return null;
    return {
      ...blankFact(known, seen),
      at,
      tool: details.get('tool') ?? null,
      rule_name: details.get('rule') ?? null,
      rule_id: details.get('rule id') ?? null,
      alert_id: details.get('alert') ?? null,
      severity: find(severities, details.get('severity')),
      category: find(detectionCategories, details.get('category')),
      note: details.get('note') ?? null,
    };
  });
}

/** Like `writeFacts`, for expectations: `alerted: yes; within 300; tool "Falcon"`. */
export function writeExpectations(expectations: readonly PlannedExpectation[]): string {
  return expectations
    .map(({ kind, result, severity, within_seconds, tools, rules = [] }) =>
      joinLine(kind, result, [
        ['severity', severity],
        ['within', within_seconds === null ? null : String(within_seconds)],
        ...tools.map((tool) => ['tool', quote(tool)] as const),
        ...rules.flatMap(({ rule_id, rule_name }) => [
          ['rule', quote(rule_name ?? '')] as const,
          ['rule id', quote(rule_id)] as const,
        ]),
      ]),
    )
    .join('\n');
}

/** Takes lines written by `writeExpectations`, returns the expectations; null when a line is anything else. */
export function readExpectations(text: string): PlannedExpectation[] | null {
  return readLines(text, (kind, result, details, all) => {
    const known = find(factKinds, kind);
    const expected = find(expectedResults, result);
    if (known === null || expected === null) return null;
    const within = details.get('within');
    return {
      kind: known,
      result: expected,
      severity: find(severities, details.get('severity')),
      within_seconds: within === undefined || !/^\d{1,9}$/.test(within) ? null : Number(within),
      tools: all.filter(([name]) => name === 'tool').map(([, value]) => value),
      ...readRules(all),
    };
  });
}

/** A rule begins with its name, which may be empty. */
function readRules(details: readonly Detail[]): { rules?: NamedRule[] } {
  const rules: NamedRule[] = [];
  for (const [name, value] of details) {
    if (name === 'rule') rules.push({ rule_id: null, rule_name: value || null });
    const last = rules.at(-1);
    if (name === 'rule id' && last !== undefined) last.rule_id = value;
  }
  return rules.length === 0 ? {} : { rules };
}

const detail = /; ([a-z ]+) (?:("(?:[^"\\]|\\.)*")|([^\s;"]+))/y;

function joinLine(
  kind: string,
  result: string,
  details: readonly (readonly [name: string, text: string | null])[],
): string {
  const known = details.filter(([, text]) => text !== null).map(([name, text]) => `; ${name} ${text}`);
  return `${kind}: ${result}${known.join('')}`;
}

function readLines<Line>(
  text: string,
  read: (kind: string, result: string, details: Map<string, string>, all: readonly Detail[]) => Line | null,
): Line[] | null {
  const lines: Line[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [start = '', kind = '', result = ''] = /^([a-z]+): ([a-z_]+)/.exec(line) ?? [];
    const details = readDetails(line, start.length);
    const made = details === null ? null : read(kind, result, new Map(details), details);
    if (made === null) return null;
    lines.push(made);
  }
  return lines;
}

type Detail = [name: string, value: string];

function readDetails(line: string, start: number): Detail[] | null {
  const details: Detail[] = [];
  detail.lastIndex = start;
  let end = start;
  while (end < line.length) {
    const match = detail.exec(line);
    const value = match === null ? null : (match[3] ?? unquote(match[2] ?? ''));
    if (match === null || value === null) return null;
    details.push([match[1] ?? '', value]);
    end = detail.lastIndex;
  }
  return details;
}

function quote(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}

function unquote(text: string): string | null {
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The word of a list equal to a text, or null. */
export function find<Word extends string>(words: readonly Word[], text: string | undefined): Word | null {
  return words.find((word) => word === text) ?? null;
}
