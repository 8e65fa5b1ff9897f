import { detectionCategories, type FactResult } from '../../../../domain/outcomes.ts';
import { blankFact } from '../../exercise/blank.ts';
import { find } from '../../exercise/fact-lines.ts';
import { lookUp } from '../../exercise/look-up.ts';
import type { PlannedFact } from '../../plan.ts';
import { readText, readTexts, type Values } from '../../reading/values.ts';
import { findSeverity } from './words.ts';

const protections: Readonly<Record<string, FactResult>> = {
  blocked: 'yes',
  partial: 'partial',
  not_blocked: 'no',
  'n/a': 'not_applicable',
};

/**
 * Takes a Blacklight execution, scored as in the ATT&CK Evaluations, and its detection time; returns its facts. Telemetry is a
 * log, better categories are alerts, none is neither.
 */
export function readScore(execution: Values, at: string | null, leftover: string[]): PlannedFact[] {
  const facts: PlannedFact[] = [];
  const protection = readText(execution, 'protection');
  const prevented = lookUp(protections, protection);
  if (prevented !== undefined) facts.push(blankFact('prevented', prevented));
  else if (protection !== null) leftover.push(`Protection: ${protection}`);

  const word = readText(execution, 'detectionCategory');
  const category = find(detectionCategories, word ?? undefined);
  const modifiers = readTexts(execution, 'detectionModifiers');
  const severity = readText(execution, 'alertSeverity');
  const known = severity === null ? null : findSeverity(severity);
  const isAlert =
    category !== null && category !== 'none' && (category !== 'telemetry' || modifiers.includes('alert'));
  if (category === 'none') facts.push(blankFact('alerted', 'no'), blankFact('logged', 'no'));
  else if (category === null && word !== null) leftover.push(`Detection category: ${word}`);
  else if (category !== null) {
    facts.push({
      ...blankFact(isAlert ? 'alerted' : 'logged', 'yes'),
      at,
      tool: readText(execution, 'detectingSource'),
      rule_name: readText(execution, 'detectingRuleRef'),
      severity: isAlert ? known : null,
      category,
    });
  }
  if (severity !== null && (!isAlert || known === null)) leftover.push(`Alert severity: ${severity}`);
  const rest = modifiers.filter((modifier) => modifier !== 'alert' || !isAlert);
  if (rest.length > 0) leftover.push(`Detection modifiers: ${rest.join(', ')}`);
  return facts;
}
