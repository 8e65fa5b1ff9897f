import { mostFacts } from '../../domain/limits.ts';
import { type FactKind, followFacts, isOpen, summarise, type Verdict } from '../../domain/outcomes.ts';
import { existingUserIds } from '../accounts/users/service.ts';
import type { Now } from '../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../database/database.ts';
import type { Services } from '../database/services.ts';
import { requireLevelOfKey } from '../detection-levels/service.ts';
import { refuseStale } from '../entity-tag.ts';
import { DomainError, invalid, notFound, refuseFields } from '../errors.ts';
import { type Recorded, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import { isToolOf } from '../organisations/service.ts';
import type { Principal } from '../permissions.ts';
import type { Fact, FactPatch, NewFact } from './contract.ts';
import * as store from './store.ts';

/** Holder of facts, loaded for a write. */
export type OpenHolder = {
  id: string;
  organisationId: string | null;
  verdict: Verdict;
  /** The time of the write. */
  at: string;
  place: NonNullable<Recorded['place']>;
  listEvidence: () => Promise<readonly { id: string }[]>;
  /** Writes the columns derived from the facts. */
  follow: (columns: Followed, facts: readonly Fact[]) => Promise<void>;
};

/** Summary of its facts, stored in the test or simulation. */
type Followed = {
  detection_level_id: string | null;
  detection_level_source: Verdict['source'];
  detected_at: string | null;
  outcome_json: string | null;
};

/** Functions that find and write the facts of tests, or of simulations. */
export type Holding<Place> = {
  column: store.FactOwner['column'];
  /** Refuses `not_found`. */
  find: (db: Db, user: Principal, place: Place) => Promise<{ id: string }>;
  /** Refuses `not_found`, and a read-only holder. */
  open: (trx: Trx, now: Now, user: Principal, place: Place) => Promise<OpenHolder>;
};

type OfFact = { fact_id: string };
type Change = (trx: Trx, holder: Holder, at: string) => Promise<FactChange>;

/** Result of a change of facts: the facts before and after, and the written one. */
type FactChange = { before: Fact[]; after: Fact[]; fact: Fact };

/** The operations on the facts of tests, or of simulations. Each refuses what finding or loading their holder refuses. */
export function factsOf<Place>(holding: Holding<Place>) {
  const { column } = holding;
  const ownerOf = async (db: Db, user: Principal, place: Place): Promise<store.FactOwner> => ({
    column,
    id: (await holding.find(db, user, place)).id,
  });
  /** A write to a fact is also a write to its holder; level and time of detection are derived until someone sets them. */
  const write = ({ db, now }: Services, user: Principal, place: Place, change: Change): Promise<Fact> =>
    inTransaction(db, (trx) => writeIn(trx, now, user, place, change));
  const writeIn = async (
    trx: Trx,
    now: Now,
    user: Principal,
    place: Place,
    change: Change,
  ): Promise<Fact> => {
    const opened = await holding.open(trx, now, user, place);
    const changed = await change(trx, { ...opened, column }, opened.at);
    const after = followFacts(opened.verdict, changed.before, changed.after);
    const followed = {
      detection_level_id: after.level === null ? null : (await requireLevelOfKey(trx, after.level)).id,
      detection_level_source: after.source,
      detected_at: after.detected_at,
      outcome_json: toBriefJson(changed.after),
    };
    await opened.follow(followed, changed.after);
    await recordWrite(trx, {
      at: opened.at,
      by: user,
      ...describeChange(changed, { before: opened.verdict, after }),
      place: opened.place,
    });
    return changed.fact;
  };
  return {
    /** Facts of the current run, oldest first. */
    list: async (db: Db, user: Principal, place: Place): Promise<Fact[]> =>
      listFacts(db, await ownerOf(db, user, place)),
    read: async (db: Db, user: Principal, place: Place & OfFact): Promise<Fact> =>
      readFact(db, await ownerOf(db, user, place), place.fact_id),
    /** Refuses what `addFact` refuses. */
    add: (services: Services, user: Principal, place: Place, input: NewFact): Promise<Fact> =>
      write(services, user, place, (trx, holder, at) => addFact(trx, user, holder, input, at)),
    /** Adds a fact in the caller's transaction. Refuses what loading the holder and `addFact` refuse. */
    addIn: (trx: Trx, now: Now, user: Principal, place: Place, input: NewFact): Promise<Fact> =>
      writeIn(trx, now, user, place, (_trx, holder, at) => addFact(trx, user, holder, input, at)),
    /** Changes a fact in the caller's transaction. Refuses what loading the holder and `changeFact` refuse. */
    changeIn: (trx: Trx, now: Now, user: Principal, place: Place & OfFact, patch: FactPatch): Promise<Fact> =>
      writeIn(trx, now, user, place, (_trx, holder, at) =>
        changeFact(trx, holder, place.fact_id, patch, undefined, at),
      ),
    /** Deletes a fact in the caller's transaction. Refuses what loading the holder and `removeFact` refuse. */
    removeIn: (trx: Trx, now: Now, user: Principal, place: Place & OfFact): Promise<Fact> =>
      writeIn(trx, now, user, place, (_trx, holder) => removeFact(trx, holder, place.fact_id)),
    /** Changes the given fields. Refuses what `changeFact` refuses. */
    change: (
      services: Services,
      user: Principal,
      place: Place & OfFact,
      patch: FactPatch,
      ifMatch: string | undefined,
    ): Promise<Fact> =>
      write(services, user, place, (trx, holder, at) =>
        changeFact(trx, holder, place.fact_id, patch, ifMatch, at),
      ),
    remove: async (services: Services, user: Principal, place: Place & OfFact): Promise<void> => {
      await write(services, user, place, (trx, holder) => removeFact(trx, holder, place.fact_id));
    },
    /**
     * Writes facts recorded elsewhere, in the caller's transaction: into facts of the same kind and tool, otherwise as additional
     * ones. Empty fields keep the existing value. Refuses what loading the holder and adding a fact refuse.
     */
    async merge(trx: Trx, now: Now, user: Principal, place: Place, given: readonly NewFact[]): Promise<void> {
      const left = await listFacts(trx, await ownerOf(trx, user, place));
      for (const fact of given) {
        const at = left.findIndex(
          ({ kind, tool }) => kind === fact.kind && (tool?.id ?? null) === (fact.tool?.id ?? null),
        );
        const [present] = at === -1 ? [] : left.splice(at, 1);
        const patch = present === undefined ? fact : pickNews(present, fact);
        if (Object.keys(patch).length === 0) continue;
        await writeIn(trx, now, user, place, (_trx, holder, time) =>
          present === undefined
            ? addFact(trx, user, holder, fact, time)
            : changeFact(trx, holder, present.id, patch, undefined, time),
        );
      }
    },
    /**
     * Answers the open ones of these questions, in the caller's transaction. Refuses what loading the holder refuses; answers
     * beyond the limit of facts are left out.
     */
    async settle(
      trx: Trx,
      now: Now,
      user: Principal,
      place: Place,
      { kinds, result }: { kinds: readonly FactKind[]; result: 'no' | 'not_tested' },
    ): Promise<void> {
      const facts = await listFacts(trx, await ownerOf(trx, user, place));
      const known = summarise(facts);
      const open = kinds.filter((kind) => isOpen(known[kind]));
      for (const kind of open.slice(0, Math.max(0, mostFacts - facts.length))) {
        await writeIn(trx, now, user, place, (_trx, holder, at) =>
          addFact(trx, user, holder, { kind, result }, at, true),
        );
      }
    },
  };
}

type Holder = store.FactOwner & Pick<OpenHolder, 'organisationId' | 'listEvidence'>;

/** Every fact of the current run of a test, of a closed run, or of a simulation, oldest first. */
export const listFacts: (db: Db, owner: store.FactSource) => Promise<Fact[]> = store.listFacts;

/** A fact from its row, for reading many at once. */
export const toFact: (row: store.FactRow, evidenceIds: string[]) => Fact = store.toFact;

/** The best result of each kind, as stored in a test: null without facts. */
function toBriefJson(facts: readonly Fact[]): string | null {
  return facts.length === 0 ? null : JSON.stringify(summarise(facts));
}

/**
 * Adds a fact in the caller's transaction, written at `time`. Refuses `invalid` an unknown person, a tool of another
 * organisation, evidence of another holder, and a fact beyond the limit.
 */
async function addFact(
  trx: Trx,
  user: Principal,
  holder: Holder,
  input: NewFact,
  time: string,
  settled = false,
): Promise<FactChange> {
  const before = await listFacts(trx, holder);
  if (before.length >= mostFacts)
    throw invalid('kind', `there are already ${mostFacts} detections, which is the limit`);
  await refuseUnknown(trx, holder, input);
  const { tool, analyst, ...fields } = input;
  const fact: store.StoredFact = {
    id: newId(),
    kind: input.kind,
    result: input.result,
    at: fields.at ?? null,
    time_confirmed: fields.time_confirmed ?? null,
    tool_id: tool?.id ?? null,
    rule_name: fields.rule_name ?? null,
    rule_id: fields.rule_id ?? null,
    alert_id: fields.alert_id ?? null,
    severity: fields.severity ?? null,
    category: fields.category ?? null,
    modifiers: fields.modifiers ?? [],
    note: fields.note ?? null,
    evidence_ids: fields.evidence_ids ?? [],
    analyst_id: analyst === undefined ? user.id : (analyst?.id ?? null),
    settled,
    created_at: time,
    updated_at: time,
  };
  await store.insertFact(trx, holder, fact);
  return readChange(trx, holder, before, fact.id);
}

/** Writes a fact recorded elsewhere, in the caller's transaction; its tool must exist. Refuses nothing. */
export const putFact: typeof store.insertFact = store.insertFact;

/**
 * Changes the given fields, in the caller's transaction. Refuses `not_found`, `run_closed`, what adding refuses, and `stale` when
 * `ifMatch` does not name the current version.
 */
async function changeFact(
  trx: Trx,
  holder: Holder,
  factId: string,
  patch: FactPatch,
  ifMatch: string | undefined,
  time: string,
): Promise<FactChange> {
  const { before, fact: present } = await findWritable(trx, holder, factId);
  await refuseUnknown(trx, holder, patch, present);
  refuseStale(ifMatch, present.updated_at);
  const { tool, analyst, from_sighting: _from, ...fact } = { ...present, ...(patch as Partial<Fact>) };
  await store.updateFact(trx, holder, {
    ...fact,
    ...followTime(present, patch),
    settled: present.settled && fact.result === present.result,
    tool_id: tool?.id ?? null,
    analyst_id: analyst?.id ?? null,
    updated_at: time,
  });
  return readChange(trx, holder, before, factId);
}

/** The fields in which a new fact differs from an existing one; empty fields don't count. */
function pickNews(present: Fact, { tool: _tool, analyst: _analyst, ...fields }: NewFact): FactPatch {
  const known: Readonly<Record<string, unknown>> = present;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && value !== known[name]),
  );
}

/** A time given by a person counts as given, whatever is recorded about the previous one. */
function followTime(present: Fact, patch: FactPatch): Pick<Fact, 'time_confirmed'> {
  const isGiven = patch.at !== undefined && patch.at !== present.at;
  if (isGiven) return { time_confirmed: patch.time_confirmed === true ? true : null };
  return { time_confirmed: patch.time_confirmed ?? present.time_confirmed };
}

/** Deletes a fact in the caller's transaction. Refuses `not_found`, `run_closed`. */
async function removeFact(trx: Trx, holder: Holder, factId: string): Promise<FactChange> {
  const { before, fact } = await findWritable(trx, holder, factId);
  await store.deleteFact(trx, factId);
  return { before, after: before.filter(({ id }) => id !== factId), fact };
}

/** A fact of a test or a simulation. Refuses `not_found`. */
async function readFact(db: Db, owner: store.FactOwner, factId: string): Promise<Fact> {
  const fact = (await listFacts(db, owner)).find(({ id }) => id === factId);
  if (fact === undefined) throw notFound('Detection');
  return fact;
}

/** History entry of a change of facts, with the change of the verdict of their test or simulation. */
function describeChange(
  { before, after, fact: { id } }: FactChange,
  verdict: { before: Verdict; after: Verdict },
): Pick<Recorded, 'verb' | 'object' | 'id' | 'before' | 'after'> {
  const [old, present] = [before, after].map((all) => all.find((fact) => fact.id === id));
  return {
    verb: old === undefined ? 'created' : present === undefined ? 'deleted' : 'changed',
    object: 'fact',
    id,
    before: { ...toFields(old, present), ...toVerdictFields(verdict.before) },
    after: { ...toFields(present, old), ...toVerdictFields(verdict.after) },
  };
}

/** The fields of a fact; all null when there is none. */
function toFields(fact: Fact | undefined, other: Fact | undefined): Record<string, unknown> {
  const { from_sighting: _from, ...fields } = fact ?? other ?? ({} as Partial<Fact>);
  return fact === undefined ? Object.fromEntries(Object.keys(fields).map((name) => [name, null])) : fields;
}

function toVerdictFields({ level, source, detected_at }: Verdict): Record<string, unknown> {
  return { detection_level: level, detection_level_source: source, detected_at };
}

async function findWritable(
  trx: Trx,
  owner: store.FactOwner,
  factId: string,
): Promise<Omit<FactChange, 'after'>> {
  const before = await listFacts(trx, owner);
  const fact = before.find(({ id }) => id === factId);
  if (fact !== undefined) return { before, fact };
  if (await store.isOfClosedRun(trx, owner, factId)) {
    throw new DomainError('run_closed', "The detection is of a closed run and can't be changed");
  }
  throw notFound('Detection');
}

async function readChange(
  trx: Trx,
  owner: store.FactOwner,
  before: Fact[],
  factId: string,
): Promise<FactChange> {
  const after = await listFacts(trx, owner);
  return { before, after, fact: after.find(({ id }) => id === factId) as Fact };
}

/** Existing values of a fact may be sent again, even if no longer allowed. */
async function refuseUnknown(
  trx: Trx,
  holder: Holder,
  { tool, analyst, evidence_ids, modifiers }: FactPatch,
  present?: Fact,
): Promise<void> {
  if (tool && tool.id !== present?.tool?.id && !(await isToolOf(trx, holder.organisationId, tool.id))) {
    throw invalid('tool.id', `the organisation has no tool with the id ${tool.id}`);
  }
  if (analyst && !(await existingUserIds(trx, [analyst.id])).has(analyst.id)) {
    throw invalid('analyst.id', `no user has the id ${analyst.id}`);
  }
  if (evidence_ids !== undefined && evidence_ids.length > 0) {
    const known = new Set((await holder.listEvidence()).map(({ id }) => id));
    refuseEach(
      'evidence_ids',
      evidence_ids,
      (id) => !known.has(id),
      `is no evidence of this ${holder.column === 'test_id' ? 'test' : 'simulation'}`,
    );
    refuseEach('evidence_ids', evidence_ids, isRepeated, 'is listed twice');
  }
  if (modifiers !== undefined) refuseEach('modifiers', modifiers, isRepeated, 'is listed twice');
}

function isRepeated(item: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(item) < index;
}

function refuseEach(
  field: string,
  items: readonly string[],
  isBad: (item: string, index: number, all: readonly string[]) => boolean,
  message: string,
): void {
  const errors = items.flatMap((item, index) =>
    isBad(item, index, items) ? [{ path: `${field}.${index}`, message }] : [],
  );
  refuseFields(errors);
}
