import type { Migration } from '../../../server/database/migrations/migration.ts';
import { migrations } from '../../../server/database/migrations/migrations.ts';
import { nextStep } from './migration-steps.ts';

/** Run by tests instead of the program: a version with a further migration. */
(migrations as Migration[]).push(nextStep);
const { run } = await import('../../../server/command.ts');
process.exitCode = await run(process.argv.slice(2));
