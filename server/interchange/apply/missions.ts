import { findEntryTags } from '../../catalogue/service.ts';
import { DomainError } from '../../errors.ts';
import type { CatalogTag } from '../../fields.ts';
import type { ImportedRun } from '../../missions/imports/contract.ts';
import { ImportedInto, type KeptTest, listMatchableTests } from '../../missions/imports/service.ts';
import type { Source } from '../sources/store.ts';
import { hideMission, showMission, showMissionsOf, type WrittenRow } from '../store.ts';
import type { TagRef } from '../thread/attack.ts';
import type { Items, PlanLine, ReadRow } from '../thread/plan-file.ts';
import type { Applying } from './applying.ts';
import { ofExecutions } from './applying.ts';
import { keepBefore, readBefore } from './before.ts';
import { toRun, toTest } from './executions.ts';
import type { Judged } from './judge.ts';
import { keepFiles, keepSightings } from './kept-files.ts';
import type { Candidate } from './match.ts';
import { findTestOf } from './onto.ts';
import { keepSources, type Outcome, type ToKeep } from './sources.ts';

type There = Pick<Source, 'object_id'>;

type Into = {
  /** Row number; 0 for the mission of executions. */
  number: number;
  id: string;
  mission: ImportedInto;
  item: Items['mission'] | null;
  isNew: boolean;
  keep: ToKeep | null;
};

/** Writes missions, their tests, remediations and findings, and executions, one mission after the other. */
export class MissionsOfImport {
  readonly #applying: Applying;
  /** The mission being written. */
  #into: Into | null = null;
  /** Missions of this slice: hidden until everything is done. */
  #hidden = new Set<string>();
  /** Missions by row number, in the order of writing. */
  readonly #ids = new Map<number, string>();
  #offered: { row: ReadRow; item: Items['mission']; source: There } | null = null;
  /** Tests and remediations of the mission so far, by source id. */
  #tests = new Map<string, string>();
  #remediations = new Map<string, string>();
  #candidates: Candidate[] | null = null;

  constructor(applying: Applying) {
    this.#applying = applying;
  }

  /** The mission of a row; null for one that was not started. */
  idOf(number: number | null): string | null {
    return this.#ids.get(number ?? ofExecutions) ?? null;
  }

  /** Notes the mission of a row before it is written. */
  expect(number: number, { source }: Judged, id: string): void {
    this.#ids.set(number, source?.object_id ?? id);
  }

  /** Notes the mission that executions will create, unless they already have one or go onto the tests of another. */
  expectExecutions(id: string): void {
    const isOwn = this.#applying.ready.choices.mission_id == null;
    if (isOwn && !this.#ids.has(ofExecutions)) this.#ids.set(ofExecutions, id);
  }

  /** Reads the result of an earlier process for a row. */
  recall(row: ReadRow, line: PlanLine, was: WrittenRow, keep: ToKeep): void {
    const id = was.object_id as string;
    this.know(line, id);
    const isExecution = line.what === 'execution' && this.#applying.ready.choices.mission_id == null;
    if (isExecution && was.mission_id !== null) {
      this.#into = this.#toInto(0, was.mission_id, null, true, null);
      this.#ids.set(ofExecutions, was.mission_id);
    }
    if (line.what !== 'mission') return;
    this.#ids.set(row.number, id);
    this.#forget();
    const isWritten = was.action === 'new' || was.action === 'changed';
    this.#into = isWritten ? this.#toInto(row.number, id, line.item, was.action === 'new', keep) : null;
    this.#offered = was.action === 'same' ? { row, item: line.item, source: { object_id: id } } : null;
  }

  /** Opens the mission that an earlier slice has left open. */
  async enter(): Promise<void> {
    this.#hidden = new Set();
    this.#candidates = null;
    const into = this.#into;
    if (into === null) return;
    const { trx, viewer, ready } = this.#applying;
    if (into.isNew) await showMission(trx, into.id);
    try {
      into.mission = await ImportedInto.open(this.#applying, viewer, into.id, into.item?.tools ?? [], {
        isNew: into.isNew,
        end: into.item ?? { status: null },
      });
      if (into.isNew) this.#hidden.add(into.id);
      else if (ready.choices.mission_id != null) this.#candidates = await listMatchableTests(trx, into.id);
    } catch (error) {
      if (into.isNew || !isOfRow(error)) throw error;
      this.#into = null;
    }
  }

  /** Ends the work of this slice, so that others see nothing incomplete; the last one makes everything visible. */
  async leave(isLast: boolean): Promise<void> {
    const { trx, ready } = this.#applying;
    if (isLast) {
      await this.finish();
      await showMissionsOf(trx, ready.id);
      return;
    }
    if (this.#into !== null && !this.#into.isNew) await this.#into.mission.finish();
    for (const id of this.#hidden) await hideMission(trx, id);
  }

  /** Saves the source of the current mission once it is finished. */
  keepWhenFinished(keep: ToKeep): void {
    if (this.#into !== null) this.#into.keep = keep;
  }

  #toInto(
    number: number,
    id: string,
    item: Items['mission'] | null,
    isNew: boolean,
    keep: ToKeep | null,
  ): Into {
    // The mission is opened with the slice.
    return { number, id, item, isNew, keep, mission: null as unknown as ImportedInto };
  }

  /** Starts a mission: a new one, or that of an earlier import. Refuses what opening one refuses. */
  async begin(
    row: ReadRow,
    item: Items['mission'],
    source: There | null,
  ): Promise<Outcome & { leftover?: string[] }> {
    await this.finish();
    const { prepared, viewer } = this.#applying;
    const id = source?.object_id ?? (prepared.ids.get(row.number) as string);
    const mission =
      source === null
        ? await this.#make(id, item)
        : await ImportedInto.open(this.#applying, viewer, id, item.tools);
    const isNew = source === null;
    this.#into = { number: row.number, id, mission, item, isNew, keep: null };
    this.#ids.set(row.number, id);
    if (isNew) this.#hidden.add(id);
    this.#forget();
    if (!isNew || item.sightings === undefined) return { id, missionId: null };
    const { kept, refused } = keepSightings(prepared, row.number, item.sightings);
    await mission.addSightings(item.sightings, kept);
    return { id, missionId: null, leftover: refused };
  }

  /** Creates a mission for the organisation chosen by the person or named in the file. */
  #make(id: string, planned: Parameters<typeof ImportedInto.make>[2]): Promise<ImportedInto> {
    const { client } = this.#applying.ready.choices;
    return ImportedInto.make(
      this.#applying,
      id,
      client ? { ...planned, client, organisation: null } : planned,
    );
  }

  /** An existing mission that matches the file; it is opened if parts of it are missing here. */
  async offer(row: ReadRow, item: Items['mission'], source: Source): Promise<void> {
    await this.finish();
    this.#offered = { row, item, source };
    this.#ids.set(row.number, source.object_id);
    this.#forget();
  }

  /** Remembers an existing test or remediation for references to it. */
  know(line: PlanLine, id: string): void {
    if (line.what === 'test') this.#tests.set(line.item.sourceId, id);
    if (line.what === 'remediation') this.#remediations.set(line.item.sourceId, id);
  }

  #forget(): void {
    this.#tests = new Map();
    this.#remediations = new Map();
  }

  /** Adds a test, or overwrites the one that `source` names. */
  async test(
    row: ReadRow,
    item: Items['test'],
    source: Source | null,
  ): Promise<Outcome & { leftover?: string[] }> {
    const into = await this.#require(row);
    if (into === null) return { refused: 'Its mission was refused' };
    const id = source?.object_id ?? (this.#applying.prepared.ids.get(row.number) as string);
    const { test, refused } = await this.#keep(row.number, item);
    if (source === null) {
      const scenario = into.item?.scenarios[item.scenario] ?? { name: 'Imported', description: null };
      const made = await into.mission.addTest(id, scenario, test);
      if (made !== null && !into.isNew) {
        const { trx, ready } = this.#applying;
        const was = { what: 'scenario' as const, scenario: made };
        await keepBefore(trx, ready.id, row.number, { source: null, edited: false, was });
      }
    } else {
      await into.mission.changeTest(id, test);
    }
    this.#tests.set(item.sourceId, id);
    const leftover = [...refused, ...into.mission.listMissingTools(test)];
    return { id, missionId: into.mission.id, leftover };
  }

  /** Adds a remediation; one imported before stays unchanged. */
  async remediation(row: ReadRow, item: Items['remediation'], source: Source | null): Promise<Outcome> {
    const into = await this.#require(row);
    if (into === null) return { refused: 'Its mission was refused' };
    if (source !== null) return { refused: 'It was imported before and is not changed' };
    const id = this.#applying.prepared.ids.get(row.number) as string;
    const tests = item.tests.flatMap((sourceId) => this.#tests.get(sourceId) ?? []);
    const { sourceId: _id, ...fields } = item;
    const verified = item.verified_by && this.#tests.get(item.verified_by.test);
    const verifiedBy =
      verified === undefined ? null : { test_id: verified, run: item.verified_by?.run as number };
    await into.mission.addRemediation(id, fields, [...new Set(tests)], verifiedBy);
    this.#remediations.set(item.sourceId, id);
    return { id, missionId: into.mission.id };
  }

  /** Adds a finding; one imported before stays unchanged. Its missing references are listed with its row. */
  async finding(
    row: ReadRow,
    item: Items['finding'],
    source: Source | null,
  ): Promise<Outcome & { leftover?: string[] }> {
    const into = await this.#require(row);
    if (into === null) return { refused: 'Its mission was refused' };
    if (source !== null) return { refused: 'It was imported before and is not changed' };
    const id = this.#applying.prepared.ids.get(row.number) as string;
    const { sourceId: _id, ...fields } = item;
    const lost = await into.mission.addFinding(id, fields, {
      test: (sourceId) => this.#tests.get(sourceId),
      remediation: (sourceId) => this.#remediations.get(sourceId),
    });
    return { id, missionId: into.mission.id, leftover: lost };
  }

  /** Writes an execution onto a test of the chosen mission, or as a test of a new one. */
  async execution(
    row: ReadRow,
    item: Items['execution'],
    source: Source | null,
  ): Promise<Outcome & { leftover?: string[] }> {
    const { choices, fileName } = this.#applying.ready;
    const chosen = choices.mission_id ?? null;
    if (chosen !== null) {
      return this.#executeOnto(chosen, row, item, source);
    }
    if (this.#into?.number !== 0) {
      await this.finish();
      const id = this.idOf(null) ?? (this.#applying.prepared.ids.get(ofExecutions) as string);
      const mission = await this.#make(id, {
        name: fileName.slice(0, 200),
        organisation: null,
        client: null,
        description: null,
        start_date: null,
        end_date: null,
        status: null,
        variables: {},
        tools: [],
        scenarios: [{ name: 'Executions', description: null }],
      });
      this.#into = { number: 0, id, mission, item: null, isNew: true, keep: null };
      this.#ids.set(ofExecutions, id);
      this.#hidden.add(id);
    }
    const { mission } = this.#into as Into;
    const id = this.#applying.prepared.ids.get(row.number) as string;
    const { kept, refused } = keepFiles(this.#applying.prepared, row.number, item.evidence ?? []);
    await mission.addExecution(id, toTest(item, kept, await this.#nameTags(item.catalog_tags)));
    return { id, missionId: mission.id, leftover: refused };
  }

  /** Ends the current mission. */
  async finish(): Promise<void> {
    const into = this.#into;
    if (into !== null) {
      if (into.isNew && into.item !== null) {
        await into.mission.addParts(into.item, (test) => this.#tests.get(test));
      }
      await into.mission.finish();
      const { trx, user } = this.#applying;
      if (into.keep !== null) await keepSources(trx, user, [into.keep]);
    }
    this.#into = null;
    this.#offered = null;
    this.#candidates = null;
  }

  async #executeOnto(
    missionId: string,
    row: ReadRow,
    item: Items['execution'],
    source: Source | null,
  ): Promise<Outcome & { leftover?: string[] }> {
    const { trx, viewer, ready, prepared } = this.#applying;
    if (this.#into === null) {
      const mission = await ImportedInto.open(this.#applying, viewer, missionId, []);
      this.#into = { number: 0, id: missionId, mission, item: null, isNew: false, keep: null };
      this.#candidates = await listMatchableTests(trx, missionId);
    }
    const found = await findTestOf(trx, item, this.#candidates ?? []);
    if (found === null) {
      return { refused: `No pending test of the mission matches it (${ready.format})` };
    }
    this.#candidates = (this.#candidates ?? []).filter(({ id }) => id !== found.id);
    const was = await readBefore(trx, 'execution', found.id);
    await keepBefore(trx, ready.id, row.number, { source, edited: false, was });
    const files = item.evidence ?? [];
    // The tests have changed since the files were stored for another one.
    const isElsewhere = files.length > 0 && prepared.onto.get(row.number) !== found.id;
    const { kept, refused } = isElsewhere
      ? { kept: [], refused: files.map(({ file_name }) => `${file_name}: not kept on this test`) }
      : keepFiles(this.#applying.prepared, row.number, files);
    await this.#into.mission.execute(found.id, toRun(item), kept);
    return { id: found.id, missionId, leftover: refused };
  }

  async #require(row: ReadRow) {
    const offered = this.#offered;
    if (offered !== null && offered.row.number === row.mission) {
      const [tests, remediations] = [this.#tests, this.#remediations];
      await this.begin(offered.row, offered.item, offered.source);
      [this.#tests, this.#remediations] = [tests, remediations];
    }
    return this.#into !== null && this.#into.number === row.mission ? this.#into : null;
  }

  async #keep(number: number, item: Items['test']): Promise<{ test: KeptTest; refused: string[] }> {
    const refused: string[] = [];
    const keepRun = (run: ImportedRun) => {
      const files = keepFiles(this.#applying.prepared, number, run.evidence);
      refused.push(...files.refused);
      return { ...run, evidence: files.kept };
    };
    const { scenario: _scenario, sourceId: _id, ...fields } = item;
    const test: KeptTest = {
      ...fields,
      variables: item.variables,
      catalog_tags: await this.#nameTags(item.catalog_tags),
      run: keepRun(item.run),
      closed_runs: item.closed_runs.map(keepRun),
    };
    return { test, refused };
  }

  async #nameTags(tags: readonly TagRef[]): Promise<CatalogTag[]> {
    const known = await findEntryTags(
      this.#applying.trx,
      tags.map((tag) => tag.external_id),
    );
    return tags.flatMap((tag) => known.get(tag.external_id) ?? []);
  }
}

/** Whether a refusal concerns only one row, so that the others continue. */
export function isOfRow(error: unknown): error is DomainError {
  return error instanceof DomainError && ['invalid', 'archived', 'locked', 'not_found'].includes(error.code);
}
