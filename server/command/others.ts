import { createAdminCommand, installTokenCommand, resetSecondFactorCommand } from './accounts.ts';
import { backupCommand, restoreCommand, verifyCommand } from './archives.ts';
import { auditCommands } from './audit.ts';
import { catalogSync } from './catalog-sync.ts';
import type { Command } from './command.ts';
import { exportCommand, importCommand } from './interchange.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { reportCommand } from './report.ts';
import { rulesExport } from './rules.ts';
import { runCommand } from './run.ts';
import { watchCommand } from './watch.ts';

/** Every command but `serve`, in the order of the help. */
export const otherCommands: readonly Command[] = [
  createAdminCommand,
  installTokenCommand,
  resetSecondFactorCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  migrateCommand,
  moveCommand,
  ...auditCommands,
  reportCommand,
  importCommand,
  exportCommand,
  rulesExport,
  catalogSync,
  runCommand,
  watchCommand,
];
