import type { Command } from './command.ts';

type Module = { words: readonly string[]; load: () => Promise<readonly Command[]> };

/** The modules of all commands with the first words of these, in the order of the help. */
const modules: readonly Module[] = [
  { words: ['serve'], load: async () => [(await import('./serve.ts')).serve] },
  {
    words: ['create-admin', 'install-token', 'reset-second-factor'],
    load: async () => {
      const accounts = await import('./accounts.ts');
      return [accounts.createAdminCommand, accounts.installTokenCommand, accounts.resetSecondFactorCommand];
    },
  },
  {
    words: ['backup', 'restore', 'verify'],
    load: async () => {
      const archives = await import('./archives.ts');
      return [archives.backupCommand, archives.restoreCommand, archives.verifyCommand];
    },
  },
  { words: ['migrate'], load: async () => [(await import('./migrate.ts')).migrateCommand] },
  { words: ['move'], load: async () => [(await import('./move.ts')).moveCommand] },
  { words: ['audit'], load: async () => (await import('./audit.ts')).auditCommands },
  { words: ['report'], load: async () => [(await import('./report.ts')).reportCommand] },
  {
    words: ['import', 'export'],
    load: async () => {
      const interchange = await import('./interchange.ts');
      return [interchange.importCommand, interchange.exportCommand];
    },
  },
  { words: ['rules'], load: async () => [(await import('./rules.ts')).rulesExport] },
  { words: ['catalog'], load: async () => [(await import('./catalog-sync.ts')).catalogSync] },
  { words: ['run'], load: async () => [(await import('./run.ts')).runCommand] },
  { words: ['watch'], load: async () => [(await import('./watch.ts')).watchCommand] },
];

/** The commands that begin with a word, or all if none does. A start has to be quick, so the others are not loaded. */
export async function loadCommands(word: string | undefined): Promise<readonly Command[]> {
  const named = modules.filter(({ words }) => word !== undefined && words.includes(word));
  const loaded = await Promise.all((named.length > 0 ? named : modules).map(({ load }) => load()));
  return loaded.flat();
}
