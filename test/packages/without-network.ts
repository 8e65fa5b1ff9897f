import { useInstallation as tryInstallation } from './installation.ts';

// Uses an installation within the network of this process: `node without-network.ts <installation as JSON>`.
await tryInstallation(JSON.parse(process.argv[2] as string));
