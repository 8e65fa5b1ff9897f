import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Provider } from 'oidc-provider';

export type IdpPerson = {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
};

/** Values by id, in memory: each provider of a test has its own. */
class Stored {
  readonly #values = new Map<string, Record<string, unknown>>();
  readonly #kind: string;
  readonly #issued: string[];
  readonly #shared: Map<string, Map<string, Record<string, unknown>>>;

  constructor(kind: string, shared: Map<string, Map<string, Record<string, unknown>>>, issued: string[]) {
    this.#kind = kind;
    this.#issued = issued;
    this.#shared = shared;
    const known = shared.get(kind);
    if (known === undefined) shared.set(kind, this.#values);
    else this.#values = known;
  }

  async upsert(id: string, payload: Record<string, unknown>) {
    this.#values.set(id, { ...payload });
    if (/Token$|Code$/.test(this.#kind)) this.#issued.push(id);
  }

  async find(id: string) {
    return this.#values.get(id);
  }

  async findByUid(uid: string) {
    return [...this.#values.values()].find((value) => value.uid === uid);
  }

  async findByUserCode() {
    return undefined;
  }

  async consume(id: string) {
    const value = this.#values.get(id);
    if (value !== undefined) value.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string) {
    this.#values.delete(id);
  }

  async revokeByGrantId(grantId: string) {
    for (const values of this.#shared.values()) {
      for (const [id, value] of values) if (value.grantId === grantId) values.delete(id);
    }
  }
}

/** A real OpenID provider on loopback, which signs in whoever `person` names without asking. */
export class Idp {
  readonly clientId = 'damson';
  readonly clientSecret = 'the-secret-of-the-client-0123456789';
  issuer = '';
  person: IdpPerson = { sub: 'nobody' };
  /** People that the provider no longer knows. */
  readonly gone = new Set<string>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #handler: RequestListener = (_request, response) => response.writeHead(503).end();
  /** Answers no request while set. */
  isSilent = false;
  isDown = false;
  /** Paths that answer 503. */
  readonly broken = new Set<string>();
  /** Codes and tokens that it has given out. */
  readonly issued: string[] = [];
  /** Requests by path. */
  readonly requests: string[] = [];

  private constructor(tls: { key: string; cert: string } | null) {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      this.requests.push(new URL(request.url ?? '/', 'http://x').pathname);
      if (this.isSilent) return;
      if (this.broken.has(this.requests.at(-1) ?? '')) response.writeHead(503).end();
      else if (this.isDown) request.socket.destroy();
      else this.#handler(request, response);
    };
    this.#server =
      tls === null ? createServer(listener) : (createTlsServer(tls, listener) as unknown as Server);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(tls: { key: string; cert: string } | null = null): Promise<Idp> {
    const idp = new Idp(tls);
    idp.#server.listen(0, '127.0.0.1');
    await once(idp.#server, 'listening');
    const { port } = idp.#server.address() as AddressInfo;
    idp.issuer = tls === null ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
    return idp;
  }

  /** Serves with fresh keys, to these redirect addresses only; with `atAnyPort`, to them at any port. */
  serve(redirects: string[], options: { refreshes?: boolean; atAnyPort?: boolean } = {}): void {
    const shared = new Map<string, Map<string, Record<string, unknown>>>();
    const { issued } = this;
    const refreshes = options.refreshes ?? true;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
    const provider = new Provider(this.issuer, {
      adapter: class extends Stored {
        constructor(kind: string) {
          super(kind, shared, issued);
        }
      },
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: redirects,
          post_logout_redirect_uris: redirects.map((uri) => `${new URL(uri).origin}/sign-in`),
          grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      issueRefreshToken: async () => refreshes,
      rotateRefreshToken: true,
      // Clocks of tests run ahead.
      ttl: {
        IdToken: 7 * 24 * 60 * 60,
        AccessToken: 3600,
        RefreshToken: 7 * 24 * 60 * 60,
        Grant: 7 * 24 * 60 * 60,
        Session: 3600,
        Interaction: 600,
        AuthorizationCode: 60,
      },
      jwks: { keys: [key] },
      cookies: { keys: ['a key of a test'] },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: async (_context: unknown, sub: string) =>
        this.gone.has(sub) ? undefined : { accountId: sub, claims: async () => ({ ...this.person, sub }) },
      loadExistingGrant: async (context: {
        oidc: {
          provider: {
            Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
          };
          client: { clientId: string };
          session: { accountId: string };
        };
      }) => {
        const { client, session } = context.oidc;
        const grant = new context.oidc.provider.Grant({
          clientId: client.clientId,
          accountId: session.accountId,
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    } as never);
    if (options.atAnyPort) {
      const withoutPort = (uri: string) => uri.replace(/^(http:\/\/[^/:]+):\d+/, '$1');
      provider.Client.prototype.redirectUriAllowed = (uri: string) => redirects.includes(withoutPort(uri));
    }
    const handle = provider.callback();
    this.#handler = async (request, response) => {
      if (request.url?.startsWith('/interaction/') && request.method === 'GET') {
        await provider.interactionFinished(request, response, { login: { accountId: this.person.sub } });
        return;
      }
      handle(request, response);
    };
  }

  /** Goes on from this address as a browser does, until it is sent to this server; returns the address there. */
  async follow(url: string, to: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let at = url;
    for (let step = 0; step < 10; step += 1) {
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at).href;
      if (at.startsWith(to)) return new URL(at);
    }
    throw new Error('the provider sends nobody back');
  }

  /** Lets the process end although it serves. */
  unref(): void {
    this.#server.unref();
    this.#server.on('connection', (socket: Socket) => socket.unref());
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
