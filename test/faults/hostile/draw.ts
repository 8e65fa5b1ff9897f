import { type Operation, registry } from '../../support/http/registry.ts';
import type { Random } from '../random.ts';
import type { Actor } from './crowd.ts';
import type { Draft } from './draft.ts';
import { drawId, drawValue, grammarOf, type Pools } from './grammar.ts';
import { writeForm } from './multipart.ts';
import { mutationsOfBodies } from './mutations-of-bodies.ts';
import { mutationsOfHeads } from './mutations-of-heads.ts';
import type { WireRequest } from './wire.ts';

export type HostileRequest = WireRequest & {
  /** The operation, its sender, and the changes made to it. */
  what: string;
  mutated: boolean;
};

const mutations = [...mutationsOfBodies, ...mutationsOfHeads];

type Template = {
  operation: Operation;
  body: ReturnType<typeof grammarOf> | null;
  query: ReturnType<typeof grammarOf> | null;
  weight: number;
};

/** Requests that are costly by design: hashing, copying everything. */
const costly = /\/auth\/login|\/setup|\/auth\/password|\/accept|\/backups|\/verification|\/catalog\/sync/;
/** Requests that end the caller's session. */
const ending = /\/auth\/(logout|renew|sessions)/;

/** Every operation of both trees, with the grammar of its input. */
export function listTemplates(): Template[] {
  return registry().map((operation) => ({
    operation,
    body: operation.body === undefined ? null : grammarOf(operation.body),
    query: operation.query === undefined ? null : grammarOf(operation.query),
    weight:
      operation.method !== 'GET' && costly.test(operation.path)
        ? 0.05
        : operation.method === 'DELETE'
          ? 0.5
          : 1,
  }));
}

/** Draws one request: well-formed, then with up to two changes. */
export function drawRequest(
  templates: readonly Template[],
  pools: Pools,
  tokens: Record<Actor, string | null>,
  host: string,
  random: Random,
): HostileRequest {
  const { operation, body, query } = drawTemplate(templates, random);
  const actor = drawActor(operation, random);
  const draft: Draft = {
    method: operation.method,
    target: operation.prefix + fillPath(operation.path, pools, random),
    headers: [['Host', host]],
    announced: true,
    cut: false,
  };
  const token = tokens[actor];
  if (operation.takesTicket && random.unit() < 0.3) draft.target += '?ticket=no-such-ticket';
  else if (token !== null) draft.headers.push(['Authorization', `Bearer ${token}`]);
  if (query !== null) draft.target += queryOf(drawValue(query, '', pools, random));
  const people = /\/members$/.test(operation.path) ? { ...pools, user: pools.person ?? [] } : pools;
  if (body !== null) draft.value = drawValue(body, '', people, random);
  if (operation.accepts === 'stream' && operation.path.endsWith('evidence')) writeForm(draft, random);
  else if (operation.accepts === 'stream') draft.value = { type: 'bundle', objects: [] };
  const changes: string[] = [];
  const usual = draft.value === undefined && draft.body === undefined ? mutationsOfHeads : mutations;
  for (let left = random.pick([0, 0, 0, 1, 1, 2]); left > 0; left -= 1) {
    const mutation = random.pick(usual);
    mutation.apply(draft, random);
    changes.push(mutation.name);
  }
  return {
    bytes: toBytes(draft),
    method: draft.method,
    cut: draft.cut,
    mutated: changes.length > 0,
    what: `${operation.method} ${operation.prefix}${operation.path} by ${actor}, ${changes.join(' and ') || 'as it should be'}`,
  };
}

function drawTemplate(templates: readonly Template[], random: Random): Template {
  for (;;) {
    const template = random.pick(templates);
    if (random.unit() < template.weight) return template;
  }
}

function drawActor({ method, path }: Operation, random: Random): Actor {
  if (method !== 'GET' && ending.test(path)) return random.pick<Actor>(['spare', 'spare', 'nobody']);
  return random.pick<Actor>([
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'redteam',
    'redteam',
    'soc',
    'nobody',
  ]);
}

function fillPath(path: string, pools: Pools, random: Random): string {
  const [mission, test] = random.pick(pools.place?.length ? pools.place : ['x x']).split(' ') as [
    string,
    string,
  ];
  return path.replaceAll(/([\w-]+)\/:(\w+)/g, (_all, folder: string, name: string) => {
    if (path.includes(':test_id')) return `${folder}/${name === 'test_id' ? test : mission}`;
    const known = name === 'template_id' ? `${folder.replaceAll('-', '_').replace(/s$/, '')}_id` : name;
    return `${folder}/${drawId(known, pools, random)}`;
  });
}

function queryOf(value: unknown): string {
  const given = Object.entries(value as Record<string, unknown>);
  const text = given.map(([name, item]) => `${name}=${encodeURIComponent(String(item))}`).join('&');
  return text === '' ? '' : `?${text}`;
}

function toBytes(draft: Draft): Buffer {
  let body = draft.body;
  if (body === undefined && draft.value !== undefined) {
    body = Buffer.from(JSON.stringify(draft.value));
    if (!draft.headers.some(([name]) => name === 'Content-Type'))
      draft.headers.push(['Content-Type', 'application/json']);
  }
  if (draft.announced && (body !== undefined || /^(POST|PUT|PATCH)$/.test(draft.method))) {
    draft.headers.push(['Content-Length', String(body?.length ?? 0)]);
  }
  const head = draft.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${draft.method} ${draft.target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    ...(body === undefined ? [] : [body]),
  ]);
}
