import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ReportFormat } from '../../../domain/reports.ts';
import { bodyOf } from '../missions/factories.ts';
import type { Answer, Client } from '../servers/server.ts';
import { pauseSince } from '../servers/until.ts';

/** Requests the report at a path in a format, waits for it, and returns the answer with its bytes, or the reason of failure. */
export async function makeRendering(client: Client, at: string, format: ReportFormat): Promise<Answer> {
  bodyOf(await client.post(`${at}/renderings`, { format }), 202);
  const since = performance.now();
  for (;;) {
    const answer = await client.get(`${at}/renderings/${format}`);
    if (answer.status !== 202) return answer;
    await pauseSince(since);
  }
}

/** Bytes at a path, downloaded by a signed-in person. */
export async function fetchBytes({ base, token }: Client, target: string): Promise<Buffer> {
  const answer = await fetch(base + target, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`${target} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Files of a server's renderings: those in progress, and those of drafts that can still be fetched. */
export function listRenderings(dataDir: string): string[] {
  return ['renderings', path.join('reports', '.tmp')].flatMap((folder) =>
    readdirSync(path.join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  );
}
