import { Abilities, isAbilityFile } from '../../exercise/adversaries.ts';
import { blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import { parseJson } from '../../reading/json.ts';
import { readMembers } from '../../reading/members.ts';
import { parseYaml } from '../../reading/yaml.ts';
import { readOperation } from './operations.ts';

/**
 * Caldera (https://github.com/mitre/caldera, 2 to 5): abilities become templates, adversaries scenarios of them in order, and the
 * report, event log or full export of an operation a mission of the tests it ran.
 */
export const calderaReader: ImportReader = {
  format: 'caldera',
  claims: isOfCaldera,
  recognise: (_source, beginnings) =>
    [...beginnings].some(([name, text]) => isOfCaldera(name, text)) ? 'yes' : 'no',
  read: async (source, { attack, progress }) => {
    const plan = blankPlan('caldera');
    const abilities = new Abilities(attack);
    const reading = { plan, ending: /\.(?:ya?ml|json)$/i, claims: isOfCaldera, progress };
    await readMembers(source, reading, (text, { name }) => {
      if (yaml.test(name) || isAbilityFile(name, text)) abilities.readFile(parseYaml(text), name, plan);
      else readOperation(parseJson(text), name, plan, attack);
    });
    abilities.finish(plan);
    const found = [plan.templates, plan.scenarios, plan.missions, plan.refused];
    if (found.every((list) => list.length === 0)) {
      throw new ImportRefusal('The file has neither abilities nor adversaries nor an operation of Caldera');
    }
    return plan;
  },
};

const json = /\.json$/i;
const yaml = /\.ya?ml$/i;

function isOfCaldera(name: string, text: string): boolean {
  return isAbilityFile(name, text) || (json.test(name) && isOperation(text));
}

function isOperation(text: string): boolean {
  const isReport = /"steps"\s*:/.test(text) && /"(?:host_group|skipped_abilities|planner)"\s*:/.test(text);
  const isLog =
    /"ability_metadata"\s*:/.test(text) && /"operation_metadata"|"delegated_timestamp"/.test(text);
  const isWhole = /"chain"\s*:/.test(text) && /"host_group"\s*:/.test(text);
  return isReport || isLog || isWhole || (/"host_group"\s*:/.test(text) && /"adversary"\s*:/.test(text));
}
