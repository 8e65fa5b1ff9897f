import { type FactKind, type FactResult, isSighting } from '../../../../domain/outcomes.ts';
import { readToolDescription, type ToolList, toTool } from '../../exercise/tools.ts';
import type { PlannedFact } from '../../plan.ts';
import type { LooseTimes } from '../../reading/loose-times.ts';
import { readText, type Values } from '../../reading/values.ts';
import { readResult, toFacts } from './facts.ts';
import { describe, listPairs } from './pairs.ts';
import { findSeverity } from './words.ts';

type Seen = { [Kind in FactKind]?: FactResult | null };

const answers = [
  ['prevented', 'prevented', 'Prevented'],
  ['alerted', 'alerted', 'Alerted'],
  ['logged', 'logged', 'Logged'],
  ['responded', 'incidentcreated', 'Incident created'],
] as const;

/** Takes a record, returns blue's record of its test. Invalid answers, and tools without a known result, are left over. */
export function readSeen(
  record: Values,
  { times, tools }: { times: LooseTimes; tools: ToolList },
  leftover: string[],
): PlannedFact[] {
  const seen = readAnswers(record, leftover);
  const by = nameTools(record, seen, tools, leftover);
  const at = readTimes(record, seen, times, leftover);
  const facts = answers.flatMap(([kind]) => {
    const result = seen[kind] ?? null;
    return result === null
      ? []
      : toFacts({ kind, result, at: at[kind] ?? null, tools: isSeen(seen, kind) ? (by[kind] ?? []) : [] });
  });
  addSeverity(facts, 'alerted', readText(record, 'alertseverity'), 'Alert severity', leftover);
  addSeverity(facts, 'responded', readText(record, 'incidentseverity'), 'Incident severity', leftover);
  addRule(record, facts, leftover);
  return facts;
}

function isSeen(seen: Seen, kind: FactKind): boolean {
  return isSighting(seen[kind] ?? undefined);
}

function readAnswers(record: Values, leftover: string[]): Seen {
  const seen: Seen = {};
  for (const [kind, field, label] of answers) {
    const text = readText(record, field);
    if (text === null || text === 'None') continue;
    const result = readResult(text);
    if (result === null) leftover.push(`${label}: ${text}`);
    else seen[kind] = result;
  }
  // PurpleOps sends “No” for unanswered questions.
  const isAnswered =
    /^(?:complete|waiting)/i.test(readText(record, 'state') ?? '') ||
    answers.some(([kind]) => isSeen(seen, kind)) ||
    ['prevented', 'outcome'].some((field) => readText(record, field) !== null);
  return isAnswered ? seen : {};
}

/** One time covers all detections; forks have an additional one for alerts, and then the first is for the log. */
function readTimes(
  record: Values,
  seen: Seen,
  times: LooseTimes,
  leftover: string[],
): { [Kind in FactKind]?: string | null } {
  const read = (field: string, label: string) => times.read(readText(record, field), label, leftover);
  const detected = times.read(readText(record, 'detecttime'), '', []);
  const hasAlertTime = Object.hasOwn(record, 'alerttime');
  const isAlert = isSeen(seen, 'alerted');
  return {
    prevented: isSeen(seen, 'prevented') ? read('preventtime', 'Prevention time') : null,
    alerted: !isAlert ? null : hasAlertTime ? read('alerttime', 'Alert time') : detected,
    logged: isSeen(seen, 'logged') && (hasAlertTime || !isAlert) ? detected : null,
    responded: isSeen(seen, 'responded') ? read('incidenttime', 'Incident time') : null,
  };
}

/** Tools and what they saw: from the lists of forks, else from the only control. */
function nameTools(
  record: Values,
  seen: Seen,
  tools: ToolList,
  leftover: string[],
): { [Kind in FactKind]?: string[] } {
  const controls = listPairs(record, 'controls');
  for (const { name, description } of controls) {
    const known = readToolDescription(description);
    tools.add(known === null ? toTool(name) : { name, ...known });
    if (known === null && description !== '') leftover.push(`Control ${name}: ${description}`);
  }
  const detection = listNames(record, 'detectionsources', 'detectionsource');
  const by = {
    prevented: listNames(record, 'preventionsources', 'preventionsource'),
    alerted: detection,
    logged: listPairs(record, 'datasources').map(({ name }) => name),
  };
  if (by.logged.length === 0 && !isSeen(seen, 'alerted')) by.logged = detection;
  const [only, ...others] = controls;
  const isOfAll =
    only !== undefined && others.length === 0 && Object.values(by).every(({ length }) => length === 0);
  if (isOfAll) by.prevented = by.alerted = by.logged = [only.name];
  const kinds = ['prevented', 'alerted', 'logged'] as const;
  const used = new Set(kinds.filter((kind) => isSeen(seen, kind)).flatMap((kind) => by[kind]));
  for (const name of used) tools.add(toTool(name));
  const unused = [...controls.map(({ name }) => name), ...Object.values(by).flat()].filter(
    (name) => !used.has(name),
  );
  if (unused.length > 0) leftover.push(`Controls: ${[...new Set(unused)].join(', ')}`);
  return by;
}

function listNames(record: Values, list: 'preventionsources' | 'detectionsources', single: string): string[] {
  const names = listPairs(record, list).map(({ name }) => name);
  const text = readText(record, single);
  return names.length > 0 || text === null ? names : [text];
}

function addSeverity(
  facts: readonly PlannedFact[],
  kind: FactKind,
  text: string | null,
  label: string,
  leftover: string[],
): void {
  if (text === null || text === 'None') return;
  const severity = findSeverity(text);
  const rated = facts.filter((fact) => fact.kind === kind && isSighting(fact.result));
  if (severity === null || rated.length === 0) leftover.push(`${label}: ${text}`);
  for (const fact of rated) fact.severity = severity;
}

function addRule(record: Values, facts: readonly PlannedFact[], leftover: string[]): void {
  const rules = listPairs(record, 'rules');
  const [rule, ...others] = rules;
  if (rule === undefined) return;
  const kind = facts.find(({ result }) => isSighting(result))?.kind;
  const alerts = facts.filter((fact) => fact.kind === 'alerted' && isSighting(fact.result));
  const found = alerts.length > 0 ? alerts : facts.filter((fact) => fact.kind === kind);
  if (others.length > 0 || found.length === 0) {
    leftover.push(`Detection rules: ${rules.map(describe).join(', ')}`);
    return;
  }
  for (const fact of found) {
    fact.rule_name = rule.name;
    fact.rule_id = rule.description || null;
  }
}
