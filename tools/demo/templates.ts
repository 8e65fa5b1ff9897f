import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export type TemplateInput = {
  name: string;
  description: string | null;
  objective: string | null;
  procedure: string | null;
  command: string | null;
  cleanup_command: string | null;
  expected_detection: string | null;
  platforms: string[];
  opsec: 'low' | 'medium' | 'high' | null;
  tags: string[];
  catalog_tags: { kind: 'technique' | 'subtechnique'; external_id: string }[];
  source: string | null;
};

const filesTaken = 20;
const testsPerFile = 3;

type Atomic = {
  name?: unknown;
  description?: unknown;
  supported_platforms?: unknown;
  input_arguments?: Record<string, { default?: unknown }>;
  executor?: { name?: unknown; command?: unknown; cleanup_command?: unknown; steps?: unknown };
};

/** Templates from twenty Atomic Red Team files of a folder, spread over all of its files. */
export function atomicTemplates(folder: string): TemplateInput[] {
  const files = readdirSync(folder)
    .filter((name) => /^T\d{4}(\.\d{3})?\.ya?ml$/.test(name))
    .sort();
  if (files.length === 0) throw new Error(`${folder} holds no Atomic Red Team files (T1059.001.yaml, …)`);
  const step = Math.max(1, files.length / filesTaken);
  const taken = Array.from(
    { length: Math.min(filesTaken, files.length) },
    (_, index) => files[Math.floor(index * step)],
  );
  return taken.flatMap((file) => templatesOf(path.join(folder, file as string)));
}

function templatesOf(file: string): TemplateInput[] {
  const document = parse(readFileSync(file, 'utf8')) as {
    attack_technique?: unknown;
    atomic_tests?: Atomic[];
  };
  const technique = String(document.attack_technique ?? '');
  return (document.atomic_tests ?? []).slice(0, testsPerFile).map((atomic) => {
    const fill = (text: unknown) => (typeof text === 'string' ? withDefaults(text, atomic) : null);
    return {
      name: String(atomic.name ?? technique).slice(0, 200),
      description: fill(atomic.description),
      objective: null,
      procedure: fill(atomic.executor?.steps),
      command: fill(atomic.executor?.command),
      cleanup_command: fill(atomic.executor?.cleanup_command),
      expected_detection: null,
      platforms: Array.isArray(atomic.supported_platforms) ? atomic.supported_platforms.map(String) : [],
      opsec: null,
      tags: ['atomic-red-team', String(atomic.executor?.name ?? 'manual')],
      catalog_tags: [tagOf(technique)],
      source: `Atomic Red Team ${technique}`,
    };
  });
}

/** Atomic commands name their arguments as `#{name}`; the demonstration puts in their defaults. */
function withDefaults(text: string, atomic: Atomic): string {
  return text.replace(/#\{(\w+)\}/g, (whole, name: string) => {
    const value = atomic.input_arguments?.[name]?.default;
    return value === undefined || value === null ? whole : String(value);
  });
}

function tagOf(technique: string): TemplateInput['catalog_tags'][number] {
  return { kind: technique.includes('.') ? 'subtechnique' : 'technique', external_id: technique };
}
