import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ReportFormat } from '../../../domain/reports.ts';
import { createBrowserPrinter } from '../../../server/reports/pdf/print.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import { bodyOf, newMission, placeOf } from '../missions/factories.ts';
import { listRenderings, makeRendering } from '../reports/renderings.ts';
import { startTestServer } from '../servers/server.ts';
import { fillTheDisk } from './fill-the-disk.ts';

/** Run by a test in which the folder for temporary files (the argument) is a separate disk; prints the answers. */
const place = process.argv[2] as string;
process.env.TMPDIR = place;
const filler = path.join(place, 'filler');
const chromium = findChromium();
const print = createBrowserPrinter(chromium === null ? [] : [chromium]);
let fillsBeforePrinting = false;

const broken: unknown[] = [];
const server = await startTestServer({
  seams: {
    onStorageBroken: (error) => broken.push(error),
    printPdf: (html, pdf, stop) => {
      if (fillsBeforePrinting) fillTheDisk(filler);
      return print(html, pdf, stop);
    },
  },
});
const { client } = server.admin;
const { missionPath } = placeOf(await newMission(client, { tests: 2 }));
const { id } = bodyOf(
  await client.post(`${missionPath}/reports`, { kind: 'technical', title: 'To the board' }),
  201,
);
const at = `${missionPath}/reports/${id}`;
const staged = () => listRenderings(server.dataDir).length;
const answerOf = async (format: ReportFormat) => {
  const { status, body } = await makeRendering(client, at, format);
  return status === 200 ? [200] : [status, body.code, body.detail];
};
/** Fills the disk, without the reserved space, which the server may release. */
const fill = () => {
  rmSync(path.join(server.dataDir, 'ballast'), { force: true });
  fillTheDisk(filler);
};

const found: Record<string, unknown> = {};
fill();
for (const format of ['html', 'docx', 'xlsx'] as const) found[format] = await answerOf(format);
found.issue = await client.post(`${at}/issue`).then(({ status, body }) => [status, body.code]);
found.health = (await server.anonymous.get('/api/v1/health')).status;
found.staged = staged();
rmSync(filler);
found.again = await answerOf('html');
if (chromium !== null) {
  fillsBeforePrinting = true;
  rmSync(path.join(server.dataDir, 'ballast'), { force: true });
  found.pdf = await answerOf('pdf');
  found.stagedByPrinting = staged() - 1;
  rmSync(filler);
  fillsBeforePrinting = false;
  found.printedAgain = await answerOf('pdf');
}
found.left = readdirSync(place).filter((name) => name.startsWith('damson-print-')).length;
process.stdout.write(JSON.stringify({ ...found, broken: broken.length }));
await server.close();
