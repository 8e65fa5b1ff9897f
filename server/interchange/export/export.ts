import { buffer } from 'node:stream/consumers';
import type { LibraryExport, MissionExport } from '../../../domain/interchange.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { listKnownEntries, readCatalogueVersion } from '../../catalogue/service.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { readMissionToExport } from '../../missions/exports/service.ts';
import type { Principal } from '../../permissions.ts';
import { type LibraryFilter, readLibrary } from '../../templates/service.ts';
import type { ExportedFile } from '../format.ts';
import { libraryWriters, missionWriters } from '../formats/writers.ts';
import type { PlannedExpectation } from '../plan.ts';
import { Attack } from '../thread/attack.ts';

/** Files of an export, as they are made. */
export type Export = { name: string; files: AsyncIterable<ExportedFile> };

async function readAttack(db: Db): Promise<Attack> {
  return inSnapshot(
    db,
    async (trx) => new Attack(await listKnownEntries(trx), await readCatalogueVersion(trx)),
  );
}

/** A mission as a format has it. Refuses `not_found`. */
export async function exportMission(
  { db, evidence }: { db: Db; evidence: BlobRegister },
  user: Principal | null,
  missionId: string,
  format: MissionExport,
): Promise<Export> {
  const writer = await missionWriters[format]();
  const { mission, places } = await readMissionToExport(db, user, missionId);
  const open = async (member: string): Promise<Buffer> => {
    const place = places.get(member);
    if (place === undefined) throw new Error('An export names evidence that the mission does not have');
    const opened = await evidence.open(place);
    try {
      return await buffer(opened.stream());
    } finally {
      await opened.close();
    }
  };
  const files = writer.write(mission, { attack: await readAttack(db), open });
  return { name: mission.name, files };
}

/** Test templates, and the scenario templates of which all are among them, as a format has them. Refuses nothing. */
export async function exportLibrary(db: Db, format: LibraryExport, filter: LibraryFilter): Promise<Export> {
  const writer = await libraryWriters[format]();
  const { templates, scenarios } = await readLibrary(db, filter);
  const library = {
    templates: templates.map(
      ({ id, catalog_ids, expectations, created_at: _c, updated_at: _u, ...template }) => ({
        ...template,
        row: template.name,
        sourceId: id,
        leftover: [],
        catalog_tags: catalog_ids,
        expectations: expectations.map(
          ({ tool_ids: _tools, ...expectation }): PlannedExpectation => ({ ...expectation, tools: [] }),
        ),
      }),
    ),
    scenarios: scenarios.map(({ id, name, description, tags, catalog_ids, tests }) => ({
      row: name,
      sourceId: id,
      leftover: [],
      name,
      description,
      tags,
      catalog_tags: catalog_ids,
      templates: tests.map((test) => test.id),
    })),
  };
  return { name: 'library', files: writer.write(library, { attack: await readAttack(db) }) };
}
