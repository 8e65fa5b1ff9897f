import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { DatabaseRefused } from './database.ts';

/**
 * Takes the data folder for this process; refuses (DatabaseRefused) while another holds it. The lock is the operating
 * system's, held through an SQLite file, so it goes with the process however that ends.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const lock = new Sqlite(path.join(dataDir, 'damson.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseRefused(`the data folder ${dataDir} is in use by another Damson process`);
    }
    throw error;
  }
  return { release: () => lock.close() };
}
