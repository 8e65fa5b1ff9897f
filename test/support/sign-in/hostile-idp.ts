import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject };

/** One way in which an answer deviates from a right one. */
export type Deviation = {
  header?: Json;
  claims?: Json;
  /** Replaces the signature; `body` is what it signs. */
  sign?: (body: string, key: Key) => string;
  /** Replaces the whole ID token. */
  token?: (right: string) => string;
  /** Replaces fields of the token response; undefined leaves one out. */
  response?: Json;
  /** Answers the token request instead. */
  answer?: (response: ServerResponse) => void;
  userinfo?: Json;
};

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export function newKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

export const signWith = (body: string, { privateKey }: Key): string =>
  createSign('sha256').update(body).sign(privateKey, 'base64url');

export const signSymmetric = (body: string, secret: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('base64url');

/** A provider that answers as a test says: right, except for one deviation. */
export class HostileIdp {
  readonly clientId = 'damson';
  readonly clientSecret = 'the-secret-of-the-client-9876543210';
  readonly server: Server;
  issuer = '';
  deviation: Deviation = {};
  key: Key = newKey('first');
  sub = 'mallory';
  nonce = '';
  readonly requests: string[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      this.requests.push(pathname);
      request.resume();
      this.#answer(pathname, response);
    });
  }

  static async start(): Promise<HostileIdp> {
    const idp = new HostileIdp();
    idp.server.listen(0, '127.0.0.1');
    await once(idp.server, 'listening');
    idp.issuer = `http://127.0.0.1:${(idp.server.address() as AddressInfo).port}`;
    return idp;
  }

  #answer(pathname: string, response: ServerResponse): void {
    const { answer } = this.deviation;
    const body = this.#bodies[pathname];
    if (pathname === '/token' && answer !== undefined) answer(response);
    else if (body === undefined) response.writeHead(404).end();
    else send(response, body());
  }

  readonly #bodies: Readonly<Record<string, () => Json>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    }),
    '/jwks': () => {
      const jwk = this.key.publicKey.export({ format: 'jwk' });
      return { keys: [{ ...jwk, kid: this.key.kid, alg: 'RS256', use: 'sig' }] };
    },
    '/userinfo': () => this.deviation.userinfo ?? { sub: this.sub },
    '/token': () => ({
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: this.#token(),
      ...this.deviation.response,
    }),
  };

  #token(): string {
    const now = Math.floor(Date.now() / 1000);
    const { header, claims, sign = signWith, token = (right: string) => right } = this.deviation;
    const body = [
      { alg: 'RS256', typ: 'JWT', kid: this.key.kid, ...header },
      {
        iss: this.issuer,
        aud: this.clientId,
        sub: this.sub,
        nonce: this.nonce,
        iat: now,
        exp: now + 300,
        groups: ['/soc'],
        ...claims,
      },
    ]
      .map(encode)
      .join('.');
    return token(`${body}.${sign(body, this.key)}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
