import { createHash } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import type { ImportedSighting, ImportedSightingFile } from '../../../missions/sightings/contract.ts';
import { importBounds } from '../../bounds.ts';
import { type ImportMember, type ImportReader, ImportRefusal, type ImportSource } from '../../format.ts';
import type { ImportPlan, PlannedEvidence, PlannedMission, PlannedRun } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { decodeText } from '../../reading/text.ts';
import { isObject, readText, toLeftover } from '../../reading/values.ts';
import { libraryVersion, manifestSchema, type RecordedRun, type RecordOf, recordSchema } from './records.ts';

/** Damson's own library: JSON Lines with a manifest, and evidence files named by SHA-256 (docs/library-format.md). */
export const damsonReader: ImportReader = {
  format: 'damson',
  recognise: (_source, beginnings) => {
    const isOurs = [...beginnings].some(([name, text]) => isManifest(name) && saysDamson.test(text));
    return isOurs ? 'yes' : 'no';
  },
  read: async (source, { progress }) => {
    const reading = new Reading();
    await reading.read(source, progress);
    return reading.plan;
  },
};

const isManifest = (name: string) => /(?:^|\/)manifest\.json$/.test(name);
const saysDamson = /"format"\s*:\s*"damson"/;
const isLines = (name: string) => name.endsWith('.jsonl');

type NamedRow = { row: string; name: string };

class Reading {
  readonly plan: ImportPlan = {
    format: 'damson',
    version: null,
    templates: [],
    scenarios: [],
    missions: [],
    executions: [],
    selections: [],
    rules: [],
    refused: [],
    notes: [],
  };
  #rows = 0;
  #ids = new Set<string>();
  #missions = new Map<string, PlannedMission>();
  /** Evidence files by SHA-256; each is verified once. */
  #files = new Map<string, ImportMember>();
  #isWhole = new Map<string, boolean>();

  async read({ members }: ImportSource, progress: (share: number) => void): Promise<void> {
    const manifest = members.find(({ name }) => isManifest(name));
    if (manifest === undefined) throw new ImportRefusal('The library has no manifest.json');
    this.#readManifest(decodeText(await manifest.read()));
    const folder = path.posix.dirname(manifest.name);
    const within = (member: ImportMember) => path.posix.relative(folder, member.name);
    const lines = members.filter((member) => isLines(within(member)));
    for (const member of members) {
      const digest = /^evidence\/([0-9a-f]{64})$/.exec(within(member))?.[1];
      if (digest !== undefined) this.#files.set(digest, member);
      else if (member !== manifest && !lines.includes(member)) {
        this.plan.notes.push(`“${member.name}” is no part of the library and was passed over.`);
      }
    }
    if (lines.length === 0) throw new ImportRefusal('The library has no file of JSON Lines (.jsonl)');
    const title = (member: ImportMember) => within(member).slice(0, -'.jsonl'.length);
    const inOrder = lines.toSorted((a, b) => title(a).localeCompare(title(b), 'en', { numeric: true }));
    for (const [index, member] of inOrder.entries()) {
      await this.#readLines(member);
      progress((index + 1) / inOrder.length);
    }
  }

  #readManifest(text: string): void {
    const manifest = manifestSchema.safeParse(parseJson(text));
    if (!manifest.success) throw new ImportRefusal(`manifest.json: ${sayFirst(manifest.error)}`);
    const { version } = manifest.data;
    const [major, minor] = version.split('.').map(Number) as [number, number];
    const [knownMajor, knownMinor] = libraryVersion.split('.').map(Number) as [number, number];
    if (major > knownMajor || major < 1) {
      throw new ImportRefusal(
        `The library has version ${version} of its format; this Damson reads ${knownMajor}.x`,
      );
    }
    if (minor > knownMinor) {
      this.plan.notes.push(
        `It was made by a newer Damson (format ${version}); fields that are new are kept as text.`,
      );
    }
    for (const { file_name } of manifest.data.left_out) {
      this.plan.notes.push(`Its evidence “${file_name}” was lost before the export.`);
    }
    this.plan.version = version;
  }

  async #readLines(member: ImportMember): Promise<void> {
    let number = 0;
    for (const line of decodeText(await member.read()).split('\n')) {
      number += 1;
      if (line.trim() === '') continue;
      this.#rows += 1;
      if (this.#rows > importBounds.rows) {
        throw new ImportRefusal(`The library has more than ${importBounds.rows} rows`);
      }
      const row = `${member.name}, line ${number}`;
      try {
        await this.#readRow(row, parseJson(line));
      } catch (error) {
        if (!(error instanceof ImportRefusal)) throw error;
        this.#refuse(row, null, error.message);
      }
    }
  }

  #refuse(row: string, name: string | null, why: string): void {
    this.plan.refused.push({ row, name, why });
  }

  async #readRow(row: string, value: unknown): Promise<void> {
    const parsed = recordSchema.safeParse(value);
    if (!parsed.success) {
      const name = isObject(value) ? (readText(value, 'name') ?? readText(value, 'title')) : null;
      this.#refuse(row, name, sayFirst(parsed.error));
      return;
    }
    const record = parsed.data;
    const leftover = [...record.leftover, ...listUnknown(value, record)];
    const base = { row, sourceId: record.id, leftover };
    const scope = 'mission' in record ? record.mission : '';
    const key = JSON.stringify([record.kind, scope, record.id]);
    if (this.#ids.has(key)) throw new ImportRefusal(`The id ${record.id} stands there twice`);
    if (record.kind === 'test_template') {
      const { kind: _kind, id: _id, attack, leftover: _leftover, ...fields } = record;
      this.plan.templates.push({ ...base, ...fields, catalog_tags: attack });
    } else if (record.kind === 'scenario_template') {
      const { kind: _kind, id: _id, attack, tests, follows, leftover: _leftover, ...fields } = record;
      this.plan.scenarios.push({
        ...base,
        ...fields,
        catalog_tags: attack,
        templates: tests,
        ...(follows && {
          follows: follows.map(({ test, follows, condition }) => ({
            position: test - 1,
            follows: follows - 1,
            condition,
          })),
        }),
      });
    } else if (record.kind === 'mission') {
      const { kind: _kind, id, scenarios, sightings, leftover: _leftover, ...fields } = record;
      const place = { row, name: fields.name };
      const mission: PlannedMission = {
        ...base,
        ...fields,
        ...(sightings && { sightings: await this.#readSightings(place, sightings) }),
        scenarios: scenarios.map((scenario) => ({ ...scenario, tests: [] })),
        remediations: [],
        findings: [],
      };
      this.#missions.set(id, mission);
      this.plan.missions.push(mission);
    } else if (record.kind === 'test') await this.#addTest(base, record);
    else if (record.kind === 'finding') {
      const { kind: _kind, id: _id, mission, leftover: _leftover, finding_kind: kind, ...fields } = record;
      this.#findMission(mission).findings.push({ ...base, ...fields, kind });
    } else {
      const { kind: _kind, id: _id, mission, leftover: _leftover, ...fields } = record;
      this.#findMission(mission).remediations.push({ ...base, ...fields });
    }
    this.#ids.add(key);
  }

  #findMission(id: string): PlannedMission {
    const mission = this.#missions.get(id);
    if (mission === undefined) throw new ImportRefusal(`Its mission, ${id}, does not stand before it`);
    return mission;
  }

  async #addTest(
    base: { row: string; sourceId: string; leftover: string[] },
    { kind: _kind, id: _id, mission, scenario: number, attack, run, closed_runs, ...rest }: RecordOf<'test'>,
  ): Promise<void> {
    const { leftover: _leftover, ...fields } = rest;
    const scenario = this.#findMission(mission).scenarios[number - 1];
    if (scenario === undefined) throw new ImportRefusal(`Its mission has no scenario ${number}`);
    const place = { row: base.row, name: fields.name };
    const closed: PlannedRun[] = [];
    for (const one of closed_runs) closed.push(await this.#toRun(place, one));
    scenario.tests.push({
      ...base,
      ...fields,
      catalog_tags: attack,
      run: await this.#toRun(place, run),
      closed_runs: closed,
    });
  }

  async #toRun(place: NamedRow, run: RecordedRun): Promise<PlannedRun> {
    const evidence: PlannedEvidence[] = [];
    for (const { sha256, size: _size, ...fields } of run.evidence) {
      const member = await this.#findFile(place, sha256, fields.file_name);
      if (member !== null) evidence.push({ member, ...fields });
    }
    return { ...run, evidence };
  }

  async #readSightings(
    place: NamedRow,
    sightings: NonNullable<RecordOf<'mission'>['sightings']>,
  ): Promise<ImportedSighting[]> {
    const read: ImportedSighting[] = [];
    for (const { evidence, ...sighting } of sightings) {
      const files: ImportedSightingFile[] = [];
      for (const { sha256, size: _size, ...fields } of evidence ?? []) {
        const member = await this.#findFile(place, sha256, fields.file_name);
        if (member !== null) files.push({ member, ...fields });
      }
      read.push({ ...sighting, ...(files.length > 0 && { evidence: files }) });
    }
    return read;
  }

  /** The name of a whole file in the library; null for a missing or damaged one, which is refused. */
  async #findFile({ row, name }: NamedRow, sha256: string, named: string): Promise<string | null> {
    const file = this.#files.get(sha256);
    if (file === undefined) this.#refuse(row, name, `Its evidence “${named}” is missing`);
    else if (await this.#isAsNamed(sha256, file)) return file.name;
    else this.#refuse(row, name, `Its evidence “${named}” is damaged: its SHA-256 is another one`);
    return null;
  }

  async #isAsNamed(sha256: string, file: ImportMember): Promise<boolean> {
    const isWhole =
      this.#isWhole.get(sha256) ??
      createHash('sha256')
        .update(await file.read())
        .digest('hex') === sha256;
    this.#isWhole.set(sha256, isWhole);
    return isWhole;
  }
}

function sayFirst({ issues: [issue] }: z.ZodError): string {
  const place = issue!.path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join('.');
  return place === '' ? issue!.message : `${place}: ${issue!.message}`;
}

/** Unknown fields of a record, as text, with their path. */
function listUnknown(given: unknown, known: unknown, place = ''): string[] {
  if (Array.isArray(given) && Array.isArray(known)) {
    return given.flatMap((item, index) => listUnknown(item, known[index], `${place}${index + 1}.`));
  }
  if (!isObject(given) || !isObject(known)) return [];
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(known, key)
      ? listUnknown(value, known[key], `${place}${key}.`)
      : [toLeftover(`${place}${key}`, value)],
  );
}
