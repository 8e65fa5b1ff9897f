import assert from 'node:assert/strict';
import type { Answer, Client } from '../servers/server.ts';
import { pauseSince } from '../servers/until.ts';

export type ImportedFile = { name: string; content: string | Uint8Array<ArrayBuffer> };

export function sendFile(client: Client, file: ImportedFile, query = ''): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([file.content]), file.name);
  return client.request('POST', `/api/v1/imports${query}`, { raw: form });
}

/** Sends a file, and returns the import once it is read. */
export async function importFile(client: Client, file: ImportedFile, query = ''): Promise<Answer['body']> {
  const begun = await sendFile(client, file, query);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  return settled(client, begun.body.id);
}

/** Applies an import, and returns it once it is applied. */
export async function applyImport(client: Client, id: string, choices: object = {}): Promise<Answer['body']> {
  const begun = await client.post(`/api/v1/imports/${id}/apply`, { choices });
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  return settled(client, id);
}

/** An import once it is no longer being read or applied. */
export async function settled(client: Client, id: string): Promise<Answer['body']> {
  const since = performance.now();
  for (;;) {
    const { body } = await client.get(`/api/v1/imports/${id}`);
    if (body.status !== 'reading' && body.status !== 'applying') return body;
    await pauseSince(since);
  }
}

export async function rowsOf(client: Client, id: string, query = ''): Promise<Answer['body'][]> {
  const answer = await client.get(`/api/v1/imports/${id}/rows?limit=200${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.items;
}

/** A table with a test and unmapped texts, read and not applied. */
export function newImport(
  client: Client,
  { name = 'gates.csv', text = 'at noon' } = {},
): Promise<Answer['body']> {
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const table = [
    ['Name', 'Objective', 'Seen by nobody'],
    ['Ask at the gate', 'Know', text],
    [text.slice(0, 200), text, text],
    ['', 'It has no name', ''],
  ];
  return importFile(client, { name, content: table.map((row) => row.map(cell).join(',')).join('\n') });
}
