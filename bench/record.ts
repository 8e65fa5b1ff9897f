import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../server/database/database.ts';
import { newId } from '../server/ids.ts';
import { chart } from '../tools/demo/evidence.ts';
import type { Site } from './bench.ts';
import type { SeededMission } from './seed.ts';

/**
 * Records of both sides, directly in the tables: every test of these missions is executed, with four facts. Some tests of each
 * mission have a picture, the charts of the demonstration unless `drawPicture` gives others.
 */
export async function fillRecord(
  site: Pick<Site, 'world'>,
  missions: readonly SeededMission[],
  pictures = 0,
  drawPicture: (index: number) => Uint8Array = (index) => chart(index).bytes,
): Promise<void> {
  const { sqlite, close } = openDatabase(site.world.database);
  const executed = '2026-01-05T09:00:00.000Z';
  const seen = '2026-01-05T09:05:00.000Z';
  const write = sqlite.prepare(
    `update mission_tests set status = 'executed', executed_at = '${executed}', command = @command, output = @output,
       red_comment = @comment, blue_comment = @comment, evidence_count = @files where id = @id`,
  );
  const addFact = sqlite.prepare(
    `insert into facts (id, test_id, kind, result, at, modifiers_json, rule_name, note, created_at, updated_at)
       values (@id, @test, @kind, @result, '${seen}', '[]', @rule, @note, '${seen}', '${seen}')`,
  );
  const addEvidence = sqlite.prepare(
    `insert into evidence (id, mission_id, test_id, side, file_name, mime_type, size, sha256, uploaded_by, uploaded_at)
       values (@id, @mission, @test, 'blue', 'events-per-minute.png', 'image/png', @size, @sha256, @by, '${seen}')`,
  );
  sqlite.transaction(() => {
    const tests = missions.flatMap(({ id: mission, testIds }) =>
      testIds.map((id, index) => ({ mission, id, index })),
    );
    for (const { mission, id, index } of tests) {
      const files = index < pictures ? 1 : 0;
      const output = 'Handle  NPM(K)  PM(K)  WS(K)  CPU(s)  Id  ProcessName\n'.repeat(30);
      const comment = 'Ran as planned from the first foothold; the console showed nothing for five minutes.';
      write.run({ id, command: `powershell.exe -EncodedCommand ${id}`, output, comment, files });
      for (const [place, kind] of ['prevented', 'alerted', 'logged', 'detected'].entries()) {
        const result = (index + place) % 3 === 0 ? 'yes' : 'no';
        const fact = { kind, result, rule: `Encoded command line (${place})`, note: comment };
        addFact.run({ id: newId(), test: id, ...fact });
      }
      if (files === 0) continue;
      const bytes = drawPicture(index);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const folder = path.join(site.world.dataDir, 'evidence', mission, id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, sha256), bytes);
      const file = { size: bytes.length, sha256, by: site.world.admin.id };
      addEvidence.run({ id: newId(), mission, test: id, ...file });
    }
  })();
  await close();
}
