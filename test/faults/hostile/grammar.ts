import { z } from 'zod';
import { describing } from '../../support/http/registry.ts';
import type { Random } from '../random.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Identifiers that a request can name, by kind. */
export type Pools = Readonly<Record<string, readonly string[]>>;

type Schema = {
  type?: string;
  enum?: readonly Json[];
  const?: Json;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
};

/** Well-formed, and unused. */
const nobody = '01900000-0000-7000-8000-00000000dead';

const words = ['Harbour', 'naïve', '–', 'powershell -enc', '日本', '🍑', '<b>', "'; --", '%s', '../etc', 'x'];

/**
 * Addresses for a server to fetch from are this computer's, where nothing listens; the bundled catalogue takes seconds to load.
 */
const values: Record<string, readonly string[]> = {
  source: ['https://127.0.0.1:9/enterprise.json', 'http://127.0.0.1:9/', 'file:///etc/passwd', 'nowhere'],
  base_url: ['https://127.0.0.1:9', 'http://127.0.0.1:9/api', 'https://[::1]:9', 'ftp://127.0.0.1'],
  technique: ['T1059', 'T1003.001', 'T9999'],
  technique_ids: ['T1059', 'T1003', 'T1566'],
  external_id: ['T1059', 'TA0002', 'T1003.001', '1', 'fake-1'],
  tactic: ['execution', 'TA0002', 'nowhere'],
  tactic_ids: ['TA0002', 'execution'],
  since: [
    '2026-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00Z',
    `2026-01-01T00:00:00.000Z~${nobody}`,
    'yesterday',
  ],
  expected_sha256: ['0'.repeat(64)],
  page: ['1', '2', '999999'],
  limit: ['1', '20', '200'],
  token: ['no-such-token'],
};

export function grammarOf(contract: z.ZodType): Schema {
  return z.toJSONSchema(describing(contract), { unrepresentable: 'any', io: 'input' }) as Schema;
}

/** A value that fits the contract as far as the grammar knows it; `name` is its field. */
export function drawValue(schema: Schema, name: string, pools: Pools, random: Random, depth = 0): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return drawValue(random.pick(several), name, pools, random, depth);
  switch (schema.type) {
    case 'object':
      return drawObject(schema, pools, random, depth);
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, depth > 4 ? 0 : random.below(4));
      return Array.from({ length: count }, () =>
        drawValue(schema.items ?? {}, name, pools, random, depth + 1),
      );
    }
    case 'string':
      return drawText(schema, name, pools, random);
    case 'integer':
      return (schema.minimum ?? 0) + random.below(Math.min(schema.maximum ?? 50, 50));
    case 'number':
      return random.unit() * 100;
    case 'boolean':
      return random.unit() < 0.5;
    default:
      return random.pick<Json>([null, 'x', 7, true, [], {}]);
  }
}

function drawObject(schema: Schema, pools: Pools, random: Random, depth: number): Json {
  const value: Record<string, Json> = {};
  const share = random.unit();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || random.unit() < share) {
      value[name] = drawValue(field, name, pools, random, depth + 1);
    }
  }
  return value;
}

function drawText(schema: Schema, name: string, pools: Pools, random: Random): string {
  const known = values[name];
  if (known !== undefined) return random.pick(known);
  if (schema.format === 'uuid' || /_ids?$/.test(name)) return drawId(name, pools, random);
  if (schema.format === 'date-time') return `20${10 + random.below(89)}-0${1 + random.below(9)}-11T10:00:00Z`;
  if (schema.format === 'date') return `20${10 + random.below(89)}-0${1 + random.below(9)}-11`;
  if (name === 'email') return `h${random.below(2 ** 31).toString(36)}@example.org`;
  if (/password/.test(name)) return `no such secret ${random.below(1e9)}`;
  const text = Array.from({ length: 1 + random.below(6) }, () => random.pick(words)).join(' ');
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 10_000);
}

/** An identifier suggested by a field's name. */
export function drawId(name: string, pools: Pools, random: Random): string {
  const pool = pools[name.replace(/_ids?$/, '').replace(/^member$/, 'user')] ?? [];
  return pool.length > 0 && random.unit() < 0.95 ? random.pick(pool) : nobody;
}
