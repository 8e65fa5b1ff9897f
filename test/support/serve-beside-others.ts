import { startServer } from '../../server/index.ts';
import { readSettings } from '../../server/settings.ts';

// `damson serve` over a database that another process serves too.
const { close } = await startServer(readSettings({}, process.env), { isAlone: false });
process.once('SIGTERM', () => void close());
