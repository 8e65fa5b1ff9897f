import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { libraryExports, missionExports } from '../../../domain/interchange.ts';
import { newMission, newTestTemplate } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

async function nameOf(path: string): Promise<string> {
  const { base, token } = server.admin.client;
  const answer = await fetch(`${base}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200, path);
  await answer.arrayBuffer();
  return /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
}

it('an exported file is named after its content, like a report, in every format', async () => {
  const { id } = await newMission(server.admin.client, { name: 'Harbour: north/south?' });
  for (const format of missionExports) {
    assert.match(
      await nameOf(`missions/${id}/export?format=${format}`),
      /^Harbour north south\.(?:[a-z]+|ps1)$/,
      format,
    );
  }
  await newTestTemplate(server.admin.client);
  for (const format of libraryExports) {
    assert.match(await nameOf(`test-templates/export?format=${format}`), /^library\.[a-z]+$/, format);
  }
});
