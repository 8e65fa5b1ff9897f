import { tactics } from '../../../domain/tactics.ts';
import type { KnownAttack } from '../format.ts';
import type { PlannedTag } from '../plan.ts';
import { lookUp } from './look-up.ts';

/** Tactic names of other tools besides those of the catalogue: from versions before 19, and from a kill chain. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'defense evasion': ['TA0005', 'TA0112'],
  'defence evasion': ['TA0005', 'TA0112'],
  'command & control': ['TA0011'],
  'command and control': ['TA0011'],
};

/**
 * Takes a tool's name of a tactic, and a technique or null; returns the tactic, or null for an unknown one. Defense Evasion
 * becomes Stealth or Defense Impairment, depending on the technique.
 */
export function findTactic(
  name: string,
  technique: PlannedTag | null,
  attack: KnownAttack,
): PlannedTag | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (/^ta\d{4}$/.test(plain)) return plain.toUpperCase();
  const known =
    lookUp(otherNames, plain) ??
    tactics.filter((tactic) => tactic.name.toLowerCase() === plain).map(({ id }) => id);
  const own = technique === null ? [] : attack.tacticsOf(technique);
  return known.find((id) => own.includes(id)) ?? known[0] ?? null;
}

/**
 * Takes a technique and the name of the tactic it was used for, returns their tags: only the technique if the tactic is its first
 * one. An unknown tactic goes to `leftover`.
 */
export function tagWith(
  technique: PlannedTag | null,
  tactic: string | null,
  attack: KnownAttack,
  leftover: string[],
): PlannedTag[] {
  const tags = technique === null ? [] : [technique];
  if (tactic === null) return tags;
  const id = findTactic(tactic, technique, attack);
  if (id === null) leftover.push(`Tactic: ${tactic}`);
  else if (technique === null || attack.tacticsOf(technique)[0] !== id) tags.push(id);
  return tags;
}

/** Takes the tags of a test, returns its technique and tactic; null for none. */
export function findMain(
  tags: readonly PlannedTag[],
  attack: KnownAttack,
): { technique: PlannedTag | null; tactic: PlannedTag | null } {
  const technique = tags.find((tag) => /^T\d{4}/.test(tag)) ?? null;
  const tactic = tags.find((tag) => /^TA\d{4}$/.test(tag)) ?? null;
  return {
    technique,
    tactic: tactic ?? (technique === null ? null : (attack.tacticsOf(technique)[0] ?? null)),
  };
}

/** Takes a tactic, returns its name in the catalogue, or its original one. */
export function nameTactic(tactic: PlannedTag, attack: KnownAttack): string {
  return attack.nameOf(tactic) ?? tactics.find(({ id }) => id === tactic)?.name ?? tactic;
}
