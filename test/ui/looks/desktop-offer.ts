import type { Desktop, Opening, RememberedServer, SavedFile, Sharing } from '../../../main/contract.ts';

/**
 * Runs in the page before its own scripts: the interface of the desktop shell, without a shell. It answers like the shell, and
 * refuses port 4781 and the server at 192.168.7.13. The event `offered:save` simulates a file saved through a native dialog,
 * `offered:opening` a backup being opened.
 */
export function offerDesktop(): void {
  let shared: Sharing | null = null;
  let servers: RememberedServer[] = [
    { url: 'http://192.168.7.12:4780', last_used_at: '2026-11-20T08:00:00Z' },
    { url: 'https://exercise.example:4780', last_used_at: '2026-11-02T17:30:00Z' },
  ];
  const on =
    <T>(event: string, told: T) =>
    (listener: (told: T) => void) => {
      // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not known here
      const { addEventListener, removeEventListener } = globalThis as any;
      const tell = () => listener(told);
      addEventListener(event, tell);
      return () => removeEventListener(event, tell);
    };
  const opening: Opening = { name: 'damson-20261121-201500.damson', done: 700, total: 1000 };
  const desktop = {
    version: '0.1.0',
    platform: 'linux',
    installToken: async () => null,
    secretsNote: async () => 'file' as const,
    setUnfinished: () => {},
    onCommand: () => () => {},
    onSaved: on<SavedFile>('offered:save', { id: '1', name: 'Harbour 2026-11-21.json' }),
    reveal: async () => {},
    takeBundle: async () => null,
    restoreBackup: async () => {},
    opening: { onChange: on<Opening | null>('offered:opening', opening), giveUp: async () => {} },
    sharing: {
      addresses: async () => [
        { address: '192.168.7.10', interface: 'eth0', family: 4 },
        { address: 'fd00::7:10', interface: 'eth0', family: 6 },
      ],
      state: async () => shared,
      chooseCertificate: async () => ({
        id: '1',
        subject: 'CN=exercise.example',
        expires_at: '2027-11-20T08:00:00Z',
      }),
      start: async ({ address, port, protection: { kind: protection } }) => {
        if (port === 4781) return { ok: false, message: `Port ${port} is taken by another program.` };
        const isEncrypted = protection !== 'none';
        const started = {
          url: `${isEncrypted ? 'https' : 'http'}://${address}:${port}`,
          fingerprint: isEncrypted ? Array.from({ length: 32 }, () => 'A7').join(':') : null,
          protection,
        };
        shared = started;
        return { ok: true, value: started };
      },
      stop: async () => {
        shared = null;
      },
    },
    servers: {
      remembered: async () => servers,
      connect: async (url) =>
        url.includes('192.168.7.13')
          ? { ok: false, message: `Nothing answers at ${url}.` }
          : { ok: true, value: { url, last_used_at: '2026-11-21T08:00:00Z' } },
      forget: async (url) => {
        servers = servers.filter((server) => server.url !== url);
      },
    },
  } satisfies Desktop;
  Object.assign(globalThis, { desktop });
}
