import { syncBody } from '../catalogue/contract.ts';
import { openCatalogue, synchronise } from '../catalogue/service.ts';
import { DomainError } from '../errors.ts';
import { type Command, exitCodes, Refusal, say } from './command.ts';
import { withDatabase } from './open-data.ts';

export const catalogSync: Command = {
  name: 'catalog sync',
  summary: 'Synchronise the ATT&CK catalogue',
  details: [
    'Without --source: the pinned edition, from the internet. All or nothing; works while a server is running.',
  ],
  operands: [],
  flags: {
    source: {
      type: 'string',
      value: 'source',
      help: 'an http or https address, "bundled" (ships with the program), or a file name in <data>/catalog',
    },
    sha256: {
      type: 'string',
      value: 'digest',
      help: 'expected digest of the source (default: that of the pinned edition)',
    },
    'allow-unverified': { type: 'boolean', help: 'accept without a digest' },
  },
  async run({ settings, flags }) {
    const input = syncBody.safeParse({
      ...(flags.source === undefined ? {} : { source: flags.source }),
      ...(flags.sha256 === undefined ? {} : { expected_sha256: flags.sha256 }),
      allow_unverified: flags['allow-unverified'] === true,
    });
    if (!input.success) {
      throw new Refusal(
        ...input.error.issues.map((issue) => nameFlags(`${issue.path.join('.')}: ${issue.message}`)),
      );
    }
    const result = await withDatabase(settings, ({ db }) =>
      synchronise(openCatalogue({ db, now: Date.now, dataDir: settings.dataDir }), 'command', input.data),
    ).catch((error: unknown) => {
      throw error instanceof DomainError ? new Refusal(nameFlags(error.message)) : error;
    });
    const { counts, changes } = result;
    say(
      `ATT&CK ${result.version ?? 'of an unknown version'} from ${result.source_url} (${result.verified ? 'verified' : 'not verified'}): ${counts.tactics} tactics, ${counts.techniques} techniques, ${counts.subtechniques} sub-techniques; ${changes.added} added, ${changes.updated} updated, ${changes.deprecated} deprecated`,
    );
    return exitCodes.done;
  },
};

/** The service names the fields of a request; the operator typed flags. */
function nameFlags(message: string): string {
  return message.replaceAll('expected_sha256', '--sha256').replace(/^source:/, '--source:');
}
