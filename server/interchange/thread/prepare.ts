import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ImportedKind } from '../../../domain/interchange.ts';
import { longestName } from '../../../domain/limits.ts';
import { blankFields, blueFields } from '../../../domain/test-record.ts';
import { hold } from '../../hold.ts';
import {
  importedFinding,
  importedMission,
  importedRemediation,
  importedRun,
  importedTest,
} from '../../missions/imports/contract.ts';
import { scenarioTemplateBody, testTemplateBody } from '../../templates/contract.ts';
import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';
import { letGo } from '../let-go.ts';
import type { ImportPlan, PlannedEvidence, PlannedMission, PlannedSelection, PlannedTest } from '../plan.ts';
import type { Attack } from './attack.ts';
import { type Cut, cutTexts, fit, isKeptAsFile, sayCut, toEvidence } from './fit.ts';
import { digestOf, type Items, type PlanLine, type ReadRow } from './plan-file.ts';

type Prepared = { row: ReadRow; line: PlanLine | null };
type Planned = { row: string; sourceId: string; leftover: string[] };

/**
 * Takes a plan, releasing its tests and executions as it goes, returns its rows and objects within limits: others become
 * refusals.
 */
export function* prepare(plan: ImportPlan, attack: Attack): Generator<Prepared> {
  const rows = new Rows(attack);
  for (const template of plan.templates) {
    const {
      row: _row,
      sourceId: _id,
      leftover: _left,
      expectations,
      catalog_tags: _tags,
      ...fields
    } = template;
    const tools = expectations.flatMap((expectation) => expectation.tools);
    const body = { ...fields, expectations: expectations.map(({ tools: _tools, ...rest }) => rest) };
    yield rows.take('test_template', template, template.name, template, testTemplateBody, body, {
      more: tools.length === 0 ? [] : [`expected of: ${[...new Set(tools)].join(', ')}`],
    });
  }
  for (const scenario of plan.scenarios) {
    const { name, description, tags } = scenario;
    yield rows.take(
      'scenario_template',
      scenario,
      name,
      scenario,
      scenarioTemplateBody,
      {
        name,
        description,
        tags,
      },
      { needs: scenario.templates },
    );
  }
  for (const mission of plan.missions) yield* prepareMission(rows, mission);
  for (const execution of letGo(plan.executions)) {
    const {
      name: _name,
      template: _template,
      row: _row,
      sourceId: _id,
      leftover: _left,
      catalog_tags: _tags,
      ...run
    } = execution;
    const body = { ...run, level: null, ...blankFields(blueFields), facts: [], evidence: [] };
    yield rows.take('execution', execution, execution.name, execution, importedRun, body);
  }
  for (const selection of plan.selections) {
    const { techniques, renamed } = bringUpToDate(selection.techniques, attack);
    const unknown = attack.findUnknown(techniques.map(({ id }) => id));
    yield rows.take(
      'selection',
      selection,
      selection.name,
      { ...selection, techniques },
      undefined,
      undefined,
      {
        more: [
          ...(renamed.length === 0 ? [] : [`revoked since: ${renamed.join(', ')}`]),
          ...(unknown.length === 0 ? [] : [`not in the catalogue: ${unknown.join(', ')}`]),
        ],
      },
    );
  }
  for (const rule of plan.rules) yield rows.take('rule', rule, rule.title, rule);
  for (const { row, name, why } of plan.refused) yield rows.refuse(row, name, why);
}

/** Techniques as currently in the catalogue; when two have become one, the highest score and both comments are kept. */
function bringUpToDate(
  techniques: PlannedSelection['techniques'],
  attack: Attack,
): { techniques: PlannedSelection['techniques']; renamed: string[] } {
  const known = new Map<string, PlannedSelection['techniques'][number]>();
  const renamed: string[] = [];
  for (const { id: given, score, comment } of techniques) {
    const id = attack.toNow(given);
    if (id !== given) renamed.push(`${given} is ${id}`);
    const before = known.get(id);
    const scores = [before?.score ?? null, score].filter((one) => one !== null);
    const comments = new Set([before?.comment ?? null, comment].filter((one) => one !== null));
    known.set(id, {
      id,
      score: scores.length === 0 ? null : Math.max(...scores),
      comment: comments.size === 0 ? null : [...comments].join('\n'),
    });
  }
  return { techniques: [...known.values()], renamed };
}

function* prepareMission(rows: Rows, mission: PlannedMission): Generator<Prepared> {
  const { scenarios, remediations, findings, row: _row, sourceId: _id, leftover: _left, ...fields } = mission;
  const item = {
    ...mission,
    scenarios: scenarios.map(({ tests: _tests, ...scenario }) => scenario),
    remediations: undefined,
    findings: undefined,
  };
  // The digest covers all content of a mission, so that one comparison shows whether anything is new.
  const prepared = rows.take(
    'mission',
    mission,
    mission.name,
    item,
    importedMission,
    { ...fields, scenarios: item.scenarios },
    {
      digest: digestOfMission(mission),
    },
  );
  yield prepared;
  const of = prepared.row.refused === null ? prepared.row.number : null;
  for (const [scenario, { tests }] of scenarios.entries()) {
    for (const test of letGo(tests)) {
      yield of === null
        ? rows.refuse(test.row, test.name, 'Its mission is refused')
        : rows.take('test', test, test.name, { ...test, scenario }, importedTest, pickTest(test), {
            mission: of,
          });
    }
  }
  for (const remediation of remediations) {
    const { row: _at, sourceId: _of, leftover: _rest, ...body } = remediation;
    yield of === null
      ? rows.refuse(remediation.row, remediation.title, 'Its mission is refused')
      : rows.take('remediation', remediation, remediation.title, remediation, importedRemediation, body, {
          mission: of,
        });
  }
  for (const finding of findings) {
    const { row: _at, sourceId: _of, leftover: _rest, ...body } = finding;
    yield of === null
      ? rows.refuse(finding.row, finding.title, 'Its mission is refused')
      : rows.take('finding', finding, finding.title, finding, importedFinding, body, { mission: of });
  }
}

/** Digests part by part: the text of a whole mission would be as long as the file. */
function digestOfMission({ scenarios, findings, ...mission }: PlannedMission): string {
  const hash = createHash('sha256').update(JSON.stringify(mission));
  // A file without findings keeps the digest it had before findings existed.
  for (const finding of findings) hash.update(JSON.stringify(finding));
  for (const { tests, ...scenario } of scenarios) {
    hash.update(JSON.stringify(scenario));
    for (const test of tests) hash.update(JSON.stringify(test));
  }
  return hash.digest('base64url');
}

function pickTest({ row: _row, sourceId: _id, leftover: _left, catalog_tags: _tags, ...test }: PlannedTest) {
  return test;
}

/** Numbers rows, and finds refused ones. */
class Rows {
  readonly #attack: Attack;
  readonly #known = new Set<string>();
  #number = 0;

  constructor(attack: Attack) {
    this.#attack = attack;
  }

  take(
    what: ImportedKind,
    planned: Planned & { catalog_tags?: readonly string[] },
    name: string,
    item: object,
    schema?: z.ZodType,
    body?: unknown,
    {
      mission = null,
      more = [],
      digest,
      needs,
    }: { mission?: number | null; more?: string[]; digest?: string; needs?: string[] } = {},
  ): Prepared {
    const changed: string[] = [];
    const { row, sourceId } = hold({ row: planned.row, sourceId: planned.sourceId }, []);
    const { known, unknown } = this.#attack.resolve(planned.catalog_tags ?? []);
    const held = hold(item, changed);
    const judged = hold(body, []);
    const leftover = [
      ...cutTexts(hold(planned.leftover, []), importBounds.cell, []),
      ...more,
      ...unknown.map((tag) => `technique: ${hold(tag, [])}`),
      ...changed.map((place) => `${place}: it had characters that no text can hold`),
    ];
    const { row: _row, leftover: _leftover, ...whole } = held as Planned & Record<string, unknown>;
    const { kept, cuts, why: wrong } = fitInto(schema, judged, whole);
    const isOfTest = what === 'test' || what === 'execution';
    for (const cut of cuts) {
      const isFile = isOfTest && isKeptAsFile(cut);
      const files = isFile ? toEvidence(cut) : [];
      leftover.push(sayCut(cut, files.map(({ file_name }) => file_name).join(', ') || null));
      if (isFile) addEvidence(kept, cut, files);
    }
    const key = `${what} ${mission ?? ''} ${sourceId}`;
    const why = this.#known.has(key) ? 'It is in the file twice' : wrong;
    this.#known.add(key);
    const number = this.#count();
    const found: ReadRow = {
      number,
      row,
      what,
      name: cutTexts(hold(name, []), longestName, []),
      sourceId,
      digest: digest ?? digestOf(whole),
      ...(what === 'mission' && { fields: digestOf(whole) }),
      mission,
      refused: why,
      leftover,
      ...(needs !== undefined && { needs: hold(needs, []) }),
    };
    if (why !== null) return { row: found, line: null };
    const tagged = { ...kept, ...(planned.catalog_tags === undefined ? {} : { catalog_tags: known }) };
    return { row: found, line: { number, what, item: tagged as unknown as Items[typeof what] } as PlanLine };
  }

  refuse(row: string, name: string | null, why: string): Prepared {
    const number = this.#count();
    const nothing = { what: null, sourceId: null, digest: '', mission: null, leftover: [] };
    return {
      row: { number, row: hold(row, []), name: hold(name, []), refused: hold(why, []), ...nothing },
      line: null,
    };
  }

  #count(): number {
    this.#number += 1;
    if (this.#number > importBounds.rows) {
      throw new ImportRefusal(`It has more than ${importBounds.rows} rows`);
    }
    return this.#number;
  }
}

/** Cuts texts too long for their field; texts without a schema are cut at the general limit. */
function fitInto(
  schema: z.ZodType | undefined,
  body: unknown,
  whole: Record<string, unknown>,
): { kept: Record<string, unknown>; cuts: Cut[]; why: string | null } {
  if (schema !== undefined) {
    const { item, cuts, why } = fit(schema, body, whole);
    return { kept: item as Record<string, unknown>, cuts, why };
  }
  const cuts: Cut[] = [];
  const kept = cutTexts(whole, importBounds.cell, cuts);
  return { kept, cuts, why: null };
}

/** Stores a text as evidence of its run; an execution is itself the only run. */
function addEvidence(
  kept: Record<string, unknown>,
  { path: [first, second] }: Cut,
  files: PlannedEvidence[],
): void {
  const key = first === 'closed_runs' ? 'closed_runs' : 'run';
  const add = (of: object) => {
    const evidence: PlannedEvidence[] = Reflect.get(of, 'evidence') ?? [];
    return { ...of, evidence: [...evidence, ...files] };
  };
  if (key === 'closed_runs') {
    const runs = kept[key] as object[];
    kept[key] = runs.map((run, index) => (index === second ? add(run) : run));
  } else if (typeof kept.run === 'object' && kept.run !== null) kept.run = add(kept.run);
  else Object.assign(kept, add(kept));
}
