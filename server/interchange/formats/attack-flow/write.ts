import { v5 as makeUuid } from 'uuid';
import { wasRun } from '../../../../domain/missions.ts';
import { deriveLevel, summarise } from '../../../../domain/outcomes.ts';
import { attackWords, kindWords, levelWords, resultWords } from '../../exercise/file-words.ts';
import { type OwnMark, writeMark } from '../../exercise/own-marks.ts';
import type { KnownAttack, MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';

/**
 * Writes the executed tests of a mission as one flow, or all of them if none was executed. Effects are those of the attack path: tests
 * without any start the flow, in order of time, which is no cause. The outcome of a test is in the description of its action.
 */
export const attackFlowWriter: MissionWriter = {
  write: async function* (mission, { attack }) {
    const bundle = {
      type: 'bundle',
      id: `bundle--${toUuid(mission, 'bundle')}`,
      objects: [...ofExtension, ...listObjects(mission, attack)],
    };
    yield { name: 'attack-flow.json', content: `${JSON.stringify(bundle, null, 2)}\n` };
  },
};

const extensionId = 'extension-definition--fb9c968a-745b-4ade-9b25-c324172197f4';
const authorId = 'identity--d673f8cb-c168-42da-8ed4-0cb26725f86c';
const published = { created: '2022-08-02T19:34:35.143Z', modified: '2022-08-02T19:34:35.143Z' };
const extensions = { [extensionId]: { extension_type: 'new-sdo' } };

/** The definition required in every flow, as given by its authors. */
const ofExtension = [
  {
    type: 'extension-definition',
    id: extensionId,
    spec_version: '2.1',
    name: 'Attack Flow',
    ...published,
    created_by_ref: authorId,
    schema:
      'https://center-for-threat-informed-defense.github.io/attack-flow/stix/attack-flow-schema-2.0.0.json',
    version: '2.0.0',
    extension_types: ['new-sdo'],
  },
  {
    type: 'identity',
    spec_version: '2.1',
    id: authorId,
    ...published,
    name: 'MITRE Center for Threat-Informed Defense',
    identity_class: 'organization',
  },
];

/** Namespace of the ids written by Damson, so that a mission always gets the same ones. */
const namespace = '8f5b8b3e-6d0a-4c56-9d0c-6e3a3f2f7b11';

function toUuid(mission: PlannedMission, ...parts: string[]): string {
  return makeUuid(JSON.stringify([mission.sourceId, ...parts]).toWellFormed(), namespace);
}

function listObjects(mission: PlannedMission, attack: KnownAttack): object[] {
  const all = mission.scenarios.flatMap(({ tests }) => tests);
  const ran = all.filter(({ status }) => wasRun(status));
  const tests = ran.length === 0 ? all : ran.toSorted(byTime);
  const ids = tests.map(
    ({ sourceId }, index) => `attack-action--${toUuid(mission, 'action', sourceId, String(index))}`,
  );
  const place = new Map(tests.map(({ sourceId }, index) => [sourceId, index]));
  const edges = (mission.path ?? []).flatMap(({ test, follows, condition }) => {
    const [from, to] = [place.get(follows), place.get(test)];
    return from === undefined || to === undefined ? [] : [{ from, to, condition }];
  });
  const conditionOf = ({ from, to }: { from: number; to: number }) =>
    `attack-condition--${toUuid(mission, 'condition', ids[from] ?? '', ids[to] ?? '')}`;
  const later = new Set(edges.map(({ to }) => to));
  const effectsOf = Map.groupBy(edges, ({ from }) => from);
  const isLater = (index: number) => later.has(index);
  const stamp = toStamp(mission.start_date === null ? null : `${mission.start_date}T00:00:00.000Z`);
  const nothing = {
    type: 'attack-condition',
    id: `attack-condition--${toUuid(mission, 'nothing')}`,
    ...stamp,
    description: 'The mission has no tests.',
    extensions,
  };
  const flow = {
    type: 'attack-flow',
    id: `attack-flow--${toUuid(mission, 'flow')}`,
    ...stamp,
    name: mission.name.toWellFormed(),
    description: describeMission(mission, ran.length, all.length).toWellFormed(),
    scope: 'emulation-plan',
    start_refs: tests.length === 0 ? [nothing.id] : ids.filter((_, index) => !isLater(index)),
    external_references: refer({ of: 'mission', id: mission.sourceId }),
    extensions,
  };
  const hosts = [...new Set(tests.flatMap(({ run }) => run.target_host ?? []))];
  const assetOf = (host: string) => `attack-asset--${toUuid(mission, 'asset', host)}`;
  const assets = hosts.map((host) => ({
    type: 'attack-asset',
    id: assetOf(host),
    ...stamp,
    name: host.toWellFormed(),
    extensions,
  }));
  const actions = tests.flatMap((test, index) => {
    const command = test.run.command ?? test.command;
    const process = command === null ? null : `process--${toUuid(mission, 'process', ids[index] ?? '')}`;
    const effects = (effectsOf.get(index) ?? []).map((edge) =>
      edge.condition === null ? (ids[edge.to] as string) : conditionOf(edge),
    );
    const { run } = test;
    const action = {
      type: 'attack-action',
      id: ids[index],
      ...toStamp(run.executed_at ?? stamp.created),
      name: test.name.toWellFormed(),
      ...toTags(test, attack),
      ...omitEmpty({
        description: describeTest(test).toWellFormed(),
        execution_start: run.started_at ?? run.executed_at,
        execution_end: run.ended_at,
        command_ref: process,
      }),
      ...(run.target_host === null ? {} : { asset_refs: [assetOf(run.target_host)] }),
      ...(effects.length === 0 ? {} : { effect_refs: effects }),
      external_references: refer({ of: 'test', id: test.sourceId }),
      extensions,
    };
    const ofProcess = {
      type: 'process',
      spec_version: '2.1',
      id: process,
      command_line: command?.toWellFormed(),
    };
    return process === null ? [action] : [action, ofProcess];
  });
  const conditions = edges.flatMap((edge) =>
    edge.condition === null
      ? []
      : [
          {
            type: 'attack-condition',
            id: conditionOf(edge),
            ...stamp,
            description: edge.condition.toWellFormed(),
            on_true_refs: [ids[edge.to]],
            extensions,
          },
        ],
  );
  return [flow, ...actions, ...conditions, ...assets, ...(tests.length === 0 ? [nothing] : [])];
}

/** Marks an object, so that it is recognised when it comes back. */
function refer(own: OwnMark): object[] {
  return [{ source_name: 'Damson', external_id: writeMark(own).toWellFormed() }];
}

function byTime(a: PlannedTest, b: PlannedTest): number {
  const [first, second] = [a, b].map(({ run }) => run.executed_at ?? run.started_at ?? '9999');
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
}

/** Damson doesn't store creation times of STIX objects: the time of the event is used instead. */
function toStamp(at: string | null): { spec_version: '2.1'; created: string; modified: string } {
  const time = at ?? '2000-01-01T00:00:00.000Z';
  return { spec_version: '2.1', created: time, modified: time };
}

function toTags({ catalog_tags: tags }: PlannedTest, attack: KnownAttack): object {
  const technique = tags.find((tag) => /^T\d{4}/.test(tag)) ?? null;
  const own = technique === null ? null : (attack.tacticsOf(technique)[0] ?? null);
  return omitEmpty({ tactic_id: tags.find((tag) => /^TA\d{4}$/.test(tag)) ?? own, technique_id: technique });
}

function omitEmpty(of: Record<string, string | null>): Record<string, string> {
  const filled = Object.entries(of).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(filled);
}

function describeMission(mission: PlannedMission, ran: number, all: number): string {
  const count = ran === 0 ? `None of its ${all} tests was run.` : `${ran} of its ${all} tests were run.`;
  return [mission.description, count].filter((text) => text !== null).join('\n\n');
}

function describeTest({ status, description, run }: PlannedTest): string {
  const level = wasRun(status) ? (run.level ?? deriveLevel(summarise(run.facts))) : null;
  const facts = run.facts.map(({ kind, result, tool, at }) => {
    const by = tool === null ? '' : ` by ${tool}`;
    return `${kindWords[kind]}: ${resultWords[result]}${by}${at === null ? '' : ` at ${at}`}`;
  });
  const lines = [
    ...(run.attack_result === null ? [] : [`Attack: ${attackWords[run.attack_result]}`]),
    ...(level === null ? [] : [`Outcome: ${levelWords[level]}`]),
    ...facts,
  ];
  return [description, lines.join('\n')].filter((text) => text).join('\n\n');
}
