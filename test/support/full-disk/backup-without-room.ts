import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { issueInstallToken } from '../../../server/accounts/setup/service.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { endedJob } from '../backups/backup-jobs.ts';
import { attach, evidenceForm, newMission, placeOf } from '../missions/factories.ts';
import { Client, password } from '../servers/server.ts';

/** Run by a test in which the data folder, below the argument, has little room; prints the result of a backup. */
const dataDir = path.join(process.argv[2] as string, 'data');
mkdirSync(dataDir, { mode: 0o700 });
const settings = readSettings(
  {},
  { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' },
);
const server = await startServer(settings);
const opened = openDatabase(settings.dbPath);
const install_token = await issueInstallToken(opened.db, Date.now, 'command');
await opened.close();
const session = await new Client(server.url, null).post('/api/v1/setup', {
  install_token,
  email: 'ada@damson.test',
  display_name: 'Ada',
  password,
  load_catalog: false,
});
const client = new Client(server.url, session.body.access_token);
const place = placeOf(await newMission(client));
for (const letter of ['a', 'b', 'c']) await attach(client, place, evidenceForm(letter.repeat(2_000_000)));

const started = await client.post('/api/v1/backups');
const job = started.status === 202 ? await endedJob(client) : null;
const folder = path.join(dataDir, 'backups');
process.stdout.write(
  JSON.stringify({
    started: [started.status, started.body.code ?? null],
    job: job && [job.state, job.problem?.code],
    left: existsSync(folder) ? readdirSync(folder) : [],
    health: (await client.get('/api/v1/health')).status,
  }),
);
await server.close();
