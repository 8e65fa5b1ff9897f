import Sqlite from 'better-sqlite3';
import { migrate } from '../../../server/database/migrate.ts';
import { stepsForward } from './migration-steps.ts';

/** Run by a test: migrates the database given first, and is killed at the place given second. */
const [file = '', place = ''] = process.argv.slice(2);
const sqlite = new Sqlite(file);
sqlite.function('here', (name) => {
  if (name === place) process.kill(process.pid, 'SIGKILL');
  return null;
});
await migrate(sqlite, file, stepsForward);
if (place === 'afterwards') process.kill(process.pid, 'SIGKILL');
