import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { openDatabase } from '../../server/database/database.ts';
import { newId } from '../../server/ids.ts';
import type { World } from '../seed.ts';

const at = '2026-01-05T08:00:00.000Z';

/** Writes this many test templates directly into the tables, each tagged with a technique of the catalogue. */
export async function fillLibrary(world: World, templates: number): Promise<void> {
  const { sqlite, close } = openDatabase(world.database);
  sqlite.pragma('synchronous = OFF');
  const techniques = sqlite
    .prepare(
      `select external_id from catalogue_entries where kind in ('technique', 'subtechnique') and deprecated = 0`,
    )
    .pluck()
    .all() as string[];
  const add = sqlite.prepare(
    `insert into test_templates (id, name, description, objective, procedure, command, cleanup_command, expected_detection,
       platforms_json, opsec, source, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, '["windows"]', 'medium', null, '${at}', '${at}')`,
  );
  const addTag = sqlite.prepare(
    'insert into test_template_tags (test_template_id, tag, position) values (?, ?, 0)',
  );
  const addTechnique = sqlite.prepare(
    'insert into test_template_catalog_tags (test_template_id, external_id, position) values (?, ?, 0)',
  );
  sqlite.transaction(() => {
    for (let number = 0; number < templates; number += 1) {
      const id = newId();
      add.run(
        id,
        `Run an encoded command (${number})`,
        'An encoded command line is given to the interpreter, as loaders do.',
        'The encoded command and its decoded form are both on record within five minutes.',
        '1. Sign in on the workstation.\n2. Open a terminal without elevation.\n3. Run the command below.\n',
        `powershell.exe -NoProfile -EncodedCommand RwBlAHQALQBEAGEAdABl${number}`,
        'Remove-Item "$env:TEMP\\damson-exercise" -Recurse -ErrorAction SilentlyContinue',
        'Script block logging, event 4104; process creation with the encoded argument, 4688.',
      );
      addTag.run(id, `round ${number % 20}`);
      addTechnique.run(id, techniques[number % techniques.length]);
    }
  })();
  await close();
}

/** Puts every mission into one organisation, and returns its id. */
export async function joinOrganisation(
  world: Pick<World, 'database'>,
  missions: readonly string[],
): Promise<string> {
  const { sqlite, close } = openDatabase(world.database);
  const organisation = newId();
  sqlite
    .prepare('insert into organisations (id, name, name_key, created_at, updated_at) values (?, ?, ?, ?, ?)')
    .run(organisation, 'Aubergine', 'aubergine', at, at);
  const join = sqlite.prepare('update missions set organisation_id = ? where id = ?');
  sqlite.transaction(() => {
    for (const id of missions) join.run(organisation, id);
  })();
  await close();
  return organisation;
}

/** Stores this many files of 25 MB as evidence of the first mission: 40 make a gigabyte. */
export async function storeFiles(world: World, files: number): Promise<void> {
  const size = 25 * 2 ** 20;
  const { sqlite, close } = openDatabase(world.database);
  const { id: mission, testIds } = world.visible[0]!;
  const add = sqlite.prepare(
    `insert into evidence (id, mission_id, test_id, side, file_name, mime_type, size, sha256, uploaded_by, uploaded_at)
       values (?, ?, ?, 'red', 'capture.pcap', 'application/octet-stream', ${size}, ?, ?, '${at}')`,
  );
  const block = randomBytes(size);
  for (let number = 0; number < files; number += 1) {
    const test = testIds[number] as string;
    block.writeUInt32LE(number, 0);
    const sha256 = createHash('sha256').update(block).digest('hex');
    const folder = path.join(world.dataDir, 'evidence', mission, test);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, sha256), block);
    add.run(newId(), mission, test, sha256, world.admin.id);
  }
  await close();
}

/** A table with this many test templates as CSV. */
export function makeTable(rows: number): Uint8Array<ArrayBuffer> {
  const lines = ['Name,Techniques,Platforms,Description,Suggested command'];
  for (let row = 0; row < rows; row += 1) {
    lines.push(
      `Encoded command ${row},T1059.001,windows,As loaders do,powershell.exe -EncodedCommand ${row}`,
    );
  }
  return new Uint8Array(Buffer.from(`${lines.join('\n')}\n`));
}

/** A workbook of some 17 KB with one attribute of 17 MB, which a chunked parser reads again and again. */
export function makeHostileWorkbook(): Uint8Array<ArrayBuffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Tests" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1" note="${'a'.repeat(17 * 2 ** 20)}"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row></sheetData></worksheet>`,
  };
  const members = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(members), { level: 9 }));
}
