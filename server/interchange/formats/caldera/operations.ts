import type { AttackResult, TestStatus } from '../../../../domain/missions.ts';
import type { ImportedPath } from '../../../missions/attack-path/contract.ts';
import { namePlatform } from '../../exercise/abilities.ts';
import { blankMission, blankRun, blankTest } from '../../exercise/blank.ts';
import { toTitle } from '../../exercise/rows.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { ImportRefusal, type KnownAttack } from '../../format.ts';
import type { ImportPlan, PlannedTest } from '../../plan.ts';
import { addOnce } from '../../reading/members.ts';
import { decodeBase64 } from '../../reading/text.ts';
import { readTime } from '../../reading/times.ts';
import {
  findTags,
  isObject,
  readField,
  readNumber,
  readObjects,
  readText,
  readTexts,
  toLeftover,
  type Values,
} from '../../reading/values.ts';

/** Takes an operation in any of Caldera's three forms, adds it as a mission to the plan. Refuses anything else. */
export function readOperation(value: unknown, file: string, plan: ImportPlan, attack: KnownAttack): void {
  const operation = Array.isArray(value)
    ? readEventLog(value, file)
    : isObject(value)
      ? readReport(value)
      : null;
  if (operation === null) throw new ImportRefusal('It is no report of an operation of Caldera');
  const { name, start } = operation;
  const mission = blankMission(file, [name, start ?? ''].join(' '), name);
  mission.description = operation.description;
  mission.start_date = start === null ? null : (readTime(start)?.at.slice(0, 10) ?? null);
  mission.end_date = operation.finish === null ? null : (readTime(operation.finish)?.at.slice(0, 10) ?? null);
  mission.leftover.push(...operation.leftover);
  const tests: PlannedTest[] = [];
  const path = findCauses(operation.steps);
  const steps = operation.steps.map((step) => ({ step, at: timeOf(step) ?? '' }));
  for (const [index, { step }] of steps.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).entries()) {
    const row = `${file}, step ${index + 1}`;
    const test = toTest(step, row, `${mission.sourceId}/${index + 1}`, attack);
    addOnce(plan, tests, test, test.name);
  }
  for (const test of operation.skipped(file, mission.sourceId)) addOnce(plan, tests, test, test.name);
  mission.scenarios.push({ name: operation.adversary ?? name, description: null, tests });
  if (path.length > 0) mission.path = path;
  addOnce(plan, plan.missions, mission, name);
}

type Step = {
  id: string | null;
  ability: Values;
  /** The object with the technique. */
  attack: Values;
  link: Values;
  host: string | null;
  user: string | null;
  paw: string | null;
};

/** Edges found in an operation: a link may use thousands of facts. */
const mostCauses = 20_000;

/** A link follows those that collected the facts it uses; order in time is no cause. */
function findCauses(steps: readonly Step[]): ImportedPath {
  const known = new Set(steps.map(({ id }) => id));
  const edges = new Map<string, ImportedPath[number]>();
  for (const { id, link } of steps) {
    if (id === null) continue;
    for (const fact of readObjects(link, 'used')) {
      for (const follows of readTexts(fact, 'links')) {
        if (follows === id || !known.has(follows) || edges.size >= mostCauses) continue;
        edges.set(JSON.stringify([id, follows]), { test: id, follows, condition: null });
      }
    }
  }
  return [...edges.values()];
}

type Operation = {
  name: string;
  adversary: string | null;
  description: string | null;
  start: string | null;
  finish: string | null;
  leftover: string[];
  steps: Step[];
  skipped: (file: string, mission: string) => PlannedTest[];
};

/** The report of an operation, and the operation itself in the second API, whose commands are in base64. */
function readReport(report: Values): Operation | null {
  const chain = readField(report, 'chain');
  const steps = readField(report, 'steps');
  const name = readText(report, 'name');
  if (name === null || !(Array.isArray(chain) || isObject(steps))) return null;
  const agents = new Map(readObjects(report, 'host_group').map((agent) => [readText(agent, 'paw'), agent]));
  const toStep = (link: Values, paw: string | null, ability: Values): Step => {
    const agent = agents.get(paw) ?? {};
    const technique = readField(link, 'attack');
    return {
      id: readText(link, 'link_id') ?? readText(link, 'id'),
      ability,
      attack: isObject(technique) ? technique : ability,
      link,
      host: readText(agent, 'host') ?? readText(link, 'host'),
      user: readText(agent, 'username'),
      paw,
    };
  };
  const ofChain = readObjects(report, 'chain').map((link) => {
    const ability = readField(link, 'ability');
    return toStep(withoutBase64(link), readText(link, 'paw'), isObject(ability) ? ability : {});
  });
  const ofReport = Object.entries(isObject(steps) ? steps : {}).flatMap(([paw, of]) =>
    isObject(of) ? readObjects(of, 'steps').map((link) => toStep(link, paw, link)) : [],
  );
  const adversary = readNamed(report, 'adversary');
  const planner = readNamed(report, 'planner');
  const finish = readText(report, 'finish');
  return {
    name,
    adversary,
    description: [
      'An operation of Caldera.',
      ...(adversary === null ? [] : [`Adversary: ${adversary}.`]),
      ...(planner === null ? [] : [`Planner: ${planner}.`]),
    ].join(' '),
    start: readText(report, 'start'),
    finish,
    leftover: ['jitter', 'facts', 'objectives', 'objective'].flatMap((field) => {
      const value = readField(report, field);
      const isSaid = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
      return isSaid ? [toLeftover(field, value)] : [];
    }),
    steps: [...ofChain, ...ofReport],
    skipped: (file, mission) => readSkipped(report, [...ofChain, ...ofReport], file, mission),
  };
}

function readNamed(from: Values, field: string): string | null {
  const value = readField(from, field);
  return isObject(value) ? readText(value, 'name') : readText(from, field);
}

function withoutBase64(link: Values): Values {
  const decoded = ['command', 'plaintext_command'].flatMap((field): [string, string][] => {
    const text = readText(link, field);
    const bytes = text === null ? null : decodeBase64(text);
    return bytes === null ? [] : [[field, bytes.toString('utf8')]];
  });
  return { ...link, ...Object.fromEntries(decoded) };
}

/** The event log of an operation: a list of executed links. */
function readEventLog(events: readonly unknown[], file: string): Operation | null {
  const known = events.filter(isObject).filter((event) => isObject(readField(event, 'ability_metadata')));
  const [first] = known;
  if (first === undefined || known.length < events.length) return null;
  const partOf = (event: Values, field: string): Values => {
    const part = readField(event, field);
    return isObject(part) ? part : {};
  };
  const about = partOf(first, 'operation_metadata');
  return {
    name: readText(about, 'operation_name') ?? toTitle(file),
    adversary: readText(about, 'operation_adversary'),
    description: 'The event log of a Caldera operation.',
    start: readText(about, 'operation_start'),
    finish: null,
    leftover: [],
    steps: known.map((event) => {
      const ability = partOf(event, 'ability_metadata');
      const agent = partOf(event, 'agent_metadata');
      return {
        id: null,
        ability: {
          name: readText(ability, 'ability_name'),
          description: readText(ability, 'ability_description'),
          ability_id: readText(ability, 'ability_id'),
        },
        attack: partOf(event, 'attack_metadata'),
        link: event,
        host: readText(agent, 'host'),
        user: readText(agent, 'username'),
        paw: readText(agent, 'paw'),
      };
    }),
    skipped: () => [],
  };
}

const timesOf = [
  'agent_reported_time',
  'collected_timestamp',
  'collect',
  'delegated_timestamp',
  'delegated',
  'decide',
  'finished_timestamp',
  'run',
  'finish',
];

function timeOf({ link }: Step): string | null {
  return readFirst(link, timesOf);
}

function readFirst(link: Values, names: readonly string[]): string | null {
  for (const name of names) {
    const at = readTime(readText(link, name) ?? '')?.at;
    if (at !== undefined) return at;
  }
  return null;
}

function toTest(step: Step, row: string, fallback: string, attack: KnownAttack): PlannedTest {
  const { link, ability } = step;
  const leftover: string[] = [];
  const test = blankTest(
    row,
    step.id ?? fallback,
    readText(ability, 'name') ?? readText(ability, 'ability_id') ?? 'Step',
  );
  const outcome = readOutcome(readNumber(link, 'status'));
  const plain = readText(link, 'plaintext_command');
  const sent = readText(link, 'command');
  if (plain !== null && sent !== null && sent !== plain) leftover.push(toLeftover('command as sent', sent));
  const executor = readField(link, 'executor');
  const details = isObject(executor) ? executor : link;
  const platform = readText(details, 'platform');
  const used = isObject(executor) ? readText(executor, 'name') : readText(link, 'executor');
  const kept = {
    paw: step.paw,
    pid: readText(link, 'pid'),
    executor: used,
    ability: readText(ability, 'ability_id'),
    'clean-up of another step': readNumber(link, 'cleanup') ? 'yes' : null,
  };
  for (const [label, text] of Object.entries(kept)) if (text !== null) leftover.push(toLeftover(label, text));
  const given = readText(step.attack, 'technique_id') ?? '';
  const tags = findTags(given);
  if (given !== '' && tags.length === 0) leftover.push(toLeftover('technique', given));
  const { output, note } = readOutput(link);
  const comments = [outcome.comment, note].filter((text) => text !== null);
  const isRun = outcome.status === 'executed';
  return {
    ...test,
    leftover,
    description: readText(ability, 'description'),
    cleanup_command: isObject(executor) ? readTexts(executor, 'cleanup').join('\n') || null : null,
    platforms: platform === null ? [] : [namePlatform(platform)],
    catalog_tags: [
      ...new Set([...tags, ...tagWith(tags[0] ?? null, readText(step.attack, 'tactic'), attack, leftover)]),
    ],
    status: outcome.status,
    run: {
      ...blankRun(),
      command: plain ?? sent,
      output,
      red_comment: comments.join('\n') || null,
      executed_at: isRun ? timeOf(step) : null,
      started_at: isRun ? readFirst(link, ['delegated_timestamp', 'delegated', 'decide']) : null,
      ended_at: isRun ? readFirst(link, ['finished_timestamp', 'run', 'finish']) : null,
      target_host: step.host,
      target_user: step.user,
      attack_result: outcome.result,
    },
  };
}

type Outcome = { status: TestStatus; result: AttackResult | null; comment: string | null };

/** Meaning of a link's state; other numbers are exit codes of a command. */
const outcomes = new Map<number, Outcome>([
  [0, { status: 'executed', result: 'succeeded', comment: null }],
  [1, { status: 'executed', result: 'failed', comment: null }],
  [124, { status: 'executed', result: 'failed', comment: 'It took longer than Caldera waits.' }],
  [-1, { status: 'pending', result: null, comment: 'Caldera had paused it.' }],
  [-2, { status: 'skipped', result: null, comment: 'It was discarded in Caldera.' }],
  [-3, { status: 'pending', result: null, comment: 'Caldera had no answer of the agent.' }],
  [-4, { status: 'skipped', result: null, comment: 'Caldera did not trust the agent.' }],
  [-5, { status: 'skipped', result: null, comment: 'It was too visible for Caldera to run it.' }],
]);

function readOutcome(status: number | null): Outcome {
  if (status === null) return { status: 'executed', result: null, comment: null };
  const other = { status: 'executed', result: 'failed', comment: `Its status is ${status}.` } as const;
  return outcomes.get(status) ?? other;
}

/**
 * Outputs are texts, or objects from the agent with standard output, errors and exit code; some versions have either in base64.
 */
function readOutput(link: Values): { output: string | null; note: string | null } {
  const given = readField(link, 'output');
  const value = typeof given === 'string' ? unpack(given) : given;
  if (!isObject(value)) {
    const isText = typeof value === 'string' && value !== '' && value !== 'True' && value !== 'False';
    return { output: isText ? value : null, note: null };
  }
  const parts = [readText(value, 'stdout'), readText(value, 'stderr')].filter((text) => text !== null);
  const code = readText(value, 'exit_code');
  return {
    output: parts.join('\n') || null,
    note: code === null || code === '0' ? null : `Exit code: ${code}`,
  };
}

function unpack(text: string): unknown {
  const plain = readResult(text);
  if (plain !== null) return plain;
  const bytes = text.length >= 8 ? decodeBase64(text) : null;
  if (bytes === null) return text;
  const decoded = bytes.toString('utf8');
  const result = readResult(decoded);
  if (result !== null) return result;
  // A word can be base64 by chance; decoding it then gives no text.
  const isPlain = !decoded.includes('\ufffd') && !/[^\P{Cc}\t\r\n]/u.test(decoded);
  return isPlain ? decoded : text;
}

function readResult(text: string): Values | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && ['stdout', 'stderr'].some((field) => Object.hasOwn(value, field))
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Distinct abilities that no agent ran, with Caldera's reasons. */
function readSkipped(report: Values, steps: readonly Step[], file: string, mission: string): PlannedTest[] {
  const ran = new Set(steps.map(({ ability }) => readText(ability, 'ability_id')));
  const tests = new Map<string, PlannedTest>();
  for (const agent of readObjects(report, 'skipped_abilities')) {
    for (const [paw, list] of Object.entries(agent)) {
      for (const skipped of Array.isArray(list) ? list.filter(isObject) : []) {
        const id = readText(skipped, 'ability_id');
        if (id === null || ran.has(id)) continue;
        const row = `${file}, skipped ${tests.size + 1}`;
        const known =
          tests.get(id) ?? blankTest(row, `${mission}/${id}`, readText(skipped, 'ability_name') ?? id);
        const reason = `${paw}: ${readText(skipped, 'reason') ?? 'skipped'}`;
        const red_comment = [known.run.red_comment, reason].filter((text) => text !== null).join('\n');
        tests.set(id, { ...known, status: 'skipped', run: { ...known.run, red_comment } });
      }
    }
  }
  return [...tests.values()];
}
