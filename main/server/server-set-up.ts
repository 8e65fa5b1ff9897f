import path from 'node:path';
import { z } from 'zod';
import { readKept, writeKept } from '../kept-file.ts';
import type { Quit } from '../lifecycle.ts';
import type { Launch } from '../settings.ts';
import { askAboutLostServer } from '../startup.ts';
import type { Secrets } from '../web/secrets.ts';
import type { PageState } from '../window/page-state.ts';
import { EmbeddedServer, type Journal } from './embedded-server.ts';
import type { NetworkSharing } from './sharing.ts';

const portSchema = z.strictObject({ port: z.number().int().min(1).max(65_535) });

function toPortFile(profile: string): string {
  return path.join(profile, 'port.json');
}

/** Creates the server of this launch, at the last launch's port if that is still free; does not start it. */
export function makeServer(
  { settings, profile }: Launch,
  secrets: Secrets,
  launchSecret: string,
  journal: Journal,
): EmbeddedServer {
  return new EmbeddedServer(
    {
      ...settings,
      port: readKept(toPortFile(profile), portSchema)?.port ?? 0,
      jwtSecret: settings.jwtSecret ?? secrets.jwt_secret,
      encryptionKey: settings.encryptionKey ?? Buffer.from(secrets.encryption_key, 'base64'),
      launchSecret,
    },
    journal,
  );
}

/** Saves the port for the next launch. */
export function rememberPort(profile: string, origin: string): void {
  writeKept(toPortFile(profile), { port: Number(new URL(origin).port) });
}

/** Restarts the server when its process dies, and restores the previous state: sharing, and the page if needed. */
export function keepServing({
  server,
  sharing,
  page,
  quit,
  dataDir,
}: {
  server: EmbeddedServer;
  sharing: NetworkSharing;
  page: PageState;
  quit: Quit;
  dataDir: string;
}): void {
  void server.keepServing({
    onBack: (moved) => {
      void sharing.resume();
      page.onServerBack(moved);
    },
    onLost: async (error) => {
      const next = await askAboutLostServer(error, dataDir);
      if (next === 'quit') void quit.force();
      return next;
    },
  });
}
