import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findChromium } from '../../../tools/find-chromium.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { listRenderings, makeRendering } from '../../support/reports/renderings.ts';
import { type Found, processesBelow } from '../../support/servers/processes.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const chromium = findChromium();

let server: TestServer;
let client: Client;
before(async () => {
  server = await startTestServer({
    env: { SVC_BROWSER: chromium ?? 'none' },
    seams: { reportMemory: { old: 48, young: 8 } },
  });
  client = server.admin.client;
});
after(() => server.close());

const staged = () => listRenderings(server.dataDir);

/** A draft about a mission with this many tests, each with these texts. */
async function newDraft(tests: number, texts: Record<string, string>): Promise<string> {
  const mission = await newMission(client, { tests });
  const places = Array.from({ length: tests }, (_, index) => placeOf(mission, index));
  for (const { path: test } of places) {
    bodyOf(await client.put(test, texts), 200);
    await walk(client, test, 'executed');
  }
  const at = `${places[0]?.missionPath}/reports`;
  const { id } = bodyOf(await client.post(at, { kind: 'technical', title: 'To the board' }), 201);
  return `${at}/${id}`;
}

describe('a rendering that fails', () => {
  it('is refused with disk_full where no space is left, leaves nothing, and is made once there is some', async (context) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'damson-full-'));
    const script = path.join(import.meta.dirname, '../../support/full-disk/reports-on-a-full-disk.ts');
    const mount = 'mount -t tmpfs -o size=48m tmpfs "$1" && exec "$2" "$3" "$1"';
    try {
      const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
        const args = ['-Urm', 'sh', '-c', mount, 'sh', folder, process.execPath, script];
        execFile('unshare', args, (_error, stdout, stderr) => resolve({ stdout, stderr }));
      });
      if (stdout === '') {
        context.skip(`unshare does not run here: ${stderr.slice(0, 200)}`);
        return;
      }
      const refused = [507, 'disk_full', 'No space is left on the disk; nothing was saved'];
      assert.deepEqual(JSON.parse(stdout), {
        html: refused,
        docx: refused,
        xlsx: refused,
        issue: [507, 'disk_full'],
        health: 200,
        staged: 0,
        again: [200],
        ...(chromium === null ? {} : { pdf: refused, stagedByPrinting: 0, printedAgain: [200] }),
        left: 0,
        broken: 0,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is refused with rendering_failed when it takes too much memory, and others are made after it', async () => {
    // Each line becomes a separate element in the Word document.
    const lines = 'a\n'.repeat(9_900);
    const at = await newDraft(1, { command: lines, output: lines, red_comment: lines });
    const refused = await makeRendering(client, at, 'docx');
    assertProblem(refused, 500, 'rendering_failed');
    assert.match(refused.body.detail, /memory.*leave out/);
    assert.deepEqual(staged(), []);
    assert.equal((await server.anonymous.get('/api/v1/health')).status, 200);
    assert.equal((await makeRendering(client, at, 'json')).status, 200);
    bodyOf(await client.delete(`${at}/renderings/json`), 204);
    await until(() => staged().length === 0);
  });

  for (const [what, isIt] of [
    ['the browser that prints it', ({ depth }: Found) => depth === 1],
    ['the process of its page', ({ type }: Found) => type === 'renderer'],
  ] as const) {
    it(`is refused with rendering_failed when ${what} is killed, and is made when it is asked for again`, {
      skip:
        (chromium === null && 'no Chromium is installed') ||
        (process.platform !== 'linux' && 'it reads /proc'),
    }, async () => {
      const at = await newDraft(8, { output: 'Words and words\n'.repeat(1_200) });
      const making = makeRendering(client, at, 'pdf');
      let isOver = false;
      void making.finally(() => {
        isOver = true;
      });
      // A process that has been busy for this long is rendering the document, not the empty page before it.
      const isBusy = ({ type, ticks }: Found) => type === 'renderer' && ticks >= 20;
      await until(() => isOver || processesBelow(process.pid).some(isBusy));
      for (const { pid } of processesBelow(process.pid).filter((found) => isIt(found))) {
        process.kill(pid, 'SIGKILL');
      }
      const refused = await making;
      assertProblem(refused, 500, 'rendering_failed');
      assert.match(refused.body.detail, /browser.*leave out/);
      assert.deepEqual(staged(), []);
      assert.equal((await server.anonymous.get('/api/v1/health')).status, 200);
      assert.equal((await makeRendering(client, at, 'pdf')).status, 200);
      bodyOf(await client.delete(`${at}/renderings/pdf`), 204);
      await until(() => staged().length === 0);
    });
  }
});
