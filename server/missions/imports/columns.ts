import { type TestStatus, wasRun } from '../../../domain/missions.ts';
import { deriveDetectedAt, deriveLevel, summarise } from '../../../domain/outcomes.ts';
import { blueFields, mapFields, pickFields, redFields } from '../../../domain/test-record.ts';
import { toClientKey } from '../../database/search.ts';
import type { TemplateExpectation } from '../../facts/expectations/contract.ts';
import { writeExpectations } from '../../facts/expectations/contract.ts';
import type { CatalogTag } from '../../fields.ts';
import { toVerdictColumn } from '../expectations/verdicts.ts';
import { toVariablesColumn } from '../variables/contract.ts';
import type { ImportedRun, ImportedTest } from './contract.ts';

/** Evidence whose file is already stored. */
export type KeptEvidence = {
  side: 'red' | 'blue';
  file_name: string;
  mime_type: string;
  size: number;
  sha256: string;
  caption: string | null;
};

/** A run with its stored evidence. */
export type KeptRun = Omit<ImportedRun, 'evidence'> & { evidence: readonly KeptEvidence[] };

export type KeptTest = Omit<ImportedTest, 'catalog_tags' | 'run' | 'closed_runs'> & {
  catalog_tags: readonly CatalogTag[];
  run: KeptRun;
  closed_runs: readonly KeptRun[];
};

/** Turns a file's test into a mission's, with the tools of the organisation and the levels of the installation. */
export class ImportedColumns {
  readonly #tools: ReadonlyMap<string, string>;
  readonly #levels: ReadonlyMap<string, string>;

  constructor(tools: ReadonlyMap<string, string>, levels: ReadonlyMap<string, string>) {
    this.#tools = tools;
    this.#levels = levels;
  }

  /** Tools named by a test that the organisation doesn't have, in words: they are left out. */
  listMissingTools(test: Pick<KeptTest, 'expectations' | 'run' | 'closed_runs'>): string[] {
    const named = [
      ...test.expectations.flatMap(({ tools }) => tools),
      ...[test.run, ...test.closed_runs].flatMap(({ facts }) => facts.flatMap(({ tool }) => tool ?? [])),
    ];
    return [...new Set(named)]
      .filter((name) => this.toolId(name) === null)
      .map((name) => `tool: ${name} (the organisation has none of this name)`);
  }

  /** The organisation's tool with a name, or null. */
  toolId(name: string | null): string | null {
    return name === null ? null : (this.#tools.get(toClientKey(name.trim())) ?? null);
  }

  /** The columns of a test, and its expectations. */
  toColumns(test: KeptTest) {
    const expectations = test.expectations.map(
      ({ tools, ...expectation }): TemplateExpectation => ({
        ...expectation,
        result: expectation.result,
        tool_ids: tools.flatMap((name) => this.toolId(name) ?? []),
      }),
    );
    const run = this.toRun(test.run, test.status);
    const columns = {
      name: test.name.trim(),
      description: test.description,
      objective: test.objective,
      procedure: test.procedure,
      suggested_command: test.command,
      cleanup_command: test.cleanup_command,
      expected_detection: test.expected_detection,
      platforms_json: JSON.stringify(test.platforms),
      opsec: test.opsec,
      tags_json: JSON.stringify(test.tags),
      catalog_tags_json: JSON.stringify(test.catalog_tags),
      variables_json: toVariablesColumn(test.variables),
      expectations_json: writeExpectations(expectations),
      expectation_met: toVerdictColumn(expectations, {
        executed_at: run.executed_at,
        facts: this.#judge(test.run),
      }),
      ...run,
    };
    return { columns, expectations };
  }

  #judge({ facts }: KeptRun) {
    return facts.map((fact) => {
      const id = this.toolId(fact.tool);
      return { ...fact, tool: id === null ? null : { id } };
    });
  }

  /** The record of a run, and the summary of its facts. */
  toRun(run: KeptRun, status: TestStatus) {
    const derived = run.facts.length === 0 ? null : deriveLevel(summarise(run.facts));
    const level = run.level ?? derived;
    return {
      status,
      ...mapFields(redFields, {
        text: ({ field }) => run[field],
        line: ({ field }) => run[field] || null,
        moment: ({ field }) => run[field],
        attack_result: () => run.attack_result,
      }),
      executed_at: wasRun(status) ? (run.executed_at ?? run.started_at ?? run.ended_at) : null,
      started_at: run.started_at ?? (wasRun(status) ? null : run.executed_at),
      detection_level_id: level === null ? null : (this.#levels.get(level) ?? null),
      detection_level_source:
        level === null ? null : level === derived ? ('derived' as const) : ('set' as const),
      ...pickFields(blueFields, run),
      detected_at: run.detected_at ?? deriveDetectedAt(run.facts),
      outcome_json: run.facts.length === 0 ? null : JSON.stringify(summarise(run.facts)),
    };
  }
}
