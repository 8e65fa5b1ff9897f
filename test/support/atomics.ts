import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

type Atomic = {
  attack_technique: string;
  display_name: string;
  atomic_tests: {
    name: string;
    description: string;
    supported_platforms: string[];
    input_arguments?: Record<string, { description: string; type: string; default: unknown }>;
    executor: { name: string; command?: string; cleanup_command?: string; steps?: string };
  }[];
};

export type AtomicTemplate = {
  name: string;
  description: string;
  objective: string;
  procedure: string | null;
  command: string | null;
  cleanup_command: string | null;
  platforms: string[];
  tags: string[];
  catalog_tags: { kind: 'technique' | 'subtechnique'; external_id: string }[];
  source: string;
};

/** The first test of so many files of a folder of atomics, spread over all of it, as test templates. */
export function atomicTemplates(
  folder: string,
  count: number,
  isKnown: (technique: string) => boolean,
): AtomicTemplate[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && isKnown(path.basename(name, '.yaml')))
    .sort();
  return Array.from({ length: count }, (_, index) => {
    const file = files[Math.floor((index * files.length) / count)] as string;
    return templateOf(parse(readFileSync(path.join(folder, file), 'utf8')) as Atomic, file);
  });
}

function templateOf(atomic: Atomic, file: string): AtomicTemplate {
  const [test] = atomic.atomic_tests;
  if (test === undefined) throw new Error(`${file} holds no test`);
  const given = test.input_arguments ?? {};
  const fill = (text: string | undefined): string | null =>
    text === undefined
      ? null
      : text.replace(/#\{(\w+)\}/g, (whole, name: string) => String(given[name]?.default ?? whole));
  const inputs = Object.entries(given).map(([name, { description }]) => `${name}: ${description.trim()}`);
  return {
    name: test.name.trim(),
    description: test.description,
    objective: atomic.display_name,
    procedure: test.executor.steps ?? (inputs.length > 0 ? inputs.join('\n') : null),
    command: fill(test.executor.command),
    cleanup_command: fill(test.executor.cleanup_command),
    platforms: test.supported_platforms,
    tags: [test.executor.name],
    catalog_tags: [
      {
        kind: atomic.attack_technique.includes('.') ? 'subtechnique' : 'technique',
        external_id: atomic.attack_technique,
      },
    ],
    source: `atomics/${file}`,
  };
}
