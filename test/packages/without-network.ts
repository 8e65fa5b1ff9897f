import { useInstallation as tryInstallation } from './installation.ts';

// Uses an installation in whatever network this process is in: `node without-network.ts <installation as JSON>`.
await tryInstallation(JSON.parse(process.argv[2] as string));
