import type { Observed } from './observe.ts';

export type Named = { technique: string | null; name: string | null; guid: string | null };

/** A log of ATTiRe with one execution, as the import reads it. */
export function writeAttire(id: string, seen: Observed, { technique, name, guid }: Named): string {
  const log = {
    'attire-version': '1.1',
    'execution-data': {
      'execution-id': Buffer.from(id).toString('base64'),
      'time-generated': seen.ended_at,
      target: { host: seen.host, user: seen.user },
    },
    procedures: [
      {
        'procedure-name': name ?? seen.command.slice(0, 200),
        ...(technique !== null && { 'mitre-technique-id': technique }),
        ...(guid !== null && { 'procedure-id': { type: 'guid', id: guid } }),
        order: 1,
        steps: [
          {
            order: 1,
            command: seen.command,
            'process-id': seen.process_id,
            'exit-code': seen.exit_code,
            'is-timeout': false,
            'time-start': seen.executed_at,
            'time-stop': seen.ended_at,
            output: [{ type: 'console', level: 'STDOUT', content: seen.output }],
          },
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
