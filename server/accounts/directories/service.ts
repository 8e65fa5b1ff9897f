import path from 'node:path';
import type { Now } from '../../database/clock.ts';
import type { Log } from '../../log.ts';
import type { SignInSource } from '../../settings/sign-in.ts';
import { LdapClient } from './ldap/client.ts';
import { OidcClient } from './oidc/client.ts';
import { KeptMetadata } from './oidc/metadata.ts';
import { type AnswerRefused, DirectoryFailed } from './person.ts';
import { type Provider, readProviders } from './providers.ts';

export type { OidcSignIn } from './oidc/client.ts';

const restMilliseconds = 60_000;

/** The organisation's ways to sign in. */
export class Directories {
  /** The address of this server for people; null = the one they use. */
  readonly address: string | null;
  readonly providers: readonly Provider[];
  readonly #log: Log;
  readonly #now: Now;
  /** Times of the last failures, until an answer. */
  readonly #silent = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  readonly #clients: ReadonlyMap<string, OidcClient | LdapClient>;

  /** `dataDir` holds copies of discovery documents. Refuses (SettingsError) settings that do not hold together. */
  constructor(source: SignInSource | null, { now, log, dataDir }: { now: Now; log: Log; dataDir: string }) {
    const { address, all } = readProviders(source);
    this.#log = log;
    this.#now = now;
    this.address = address;
    this.providers = all;
    const folder = path.join(dataDir, 'sign-in');
    this.#clients = new Map(
      all.map((provider) => [
        provider.id,
        provider.kind === 'oidc'
          ? new OidcClient(provider, now, new KeptMetadata(folder, provider.id))
          : new LdapClient(provider, now),
      ]),
    );
  }

  find(id: string): OidcClient | LdapClient | null {
    return this.#clients.get(id) ?? null;
  }

  findOidc(id: string): OidcClient | null {
    const found = this.find(id);
    return found instanceof OidcClient ? found : null;
  }

  findLdap(id: string): LdapClient | null {
    const found = this.find(id);
    return found instanceof LdapClient ? found : null;
  }

  findByIssuer(issuer: string): OidcClient | LdapClient | null {
    const provider = this.providers.find((one) => one.issuer === issuer);
    return provider === undefined ? null : this.find(provider.id);
  }

  /** Whether it could not be asked a moment ago: pages that open one after the other don't each wait for it. */
  rests({ id }: Provider): boolean {
    const since = this.#now() - (this.#silent.get(id) ?? Number.NEGATIVE_INFINITY);
    return since >= 0 && since < restMilliseconds;
  }

  /**
   * Asks a provider. While it is silent, only one request at a time waits for it, so that it holds up nobody else: others are
   * refused at once (DirectoryFailed).
   */
  async ask<T>({ id }: Provider, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(id) ?? 0;
    if (waiting > 0 && this.#silent.has(id)) throw new DirectoryFailed('timed_out');
    this.#waiting.set(id, waiting + 1);
    try {
      const answer = await work();
      this.#silent.delete(id);
      return answer;
    } catch (error) {
      if (error instanceof DirectoryFailed) this.#silent.set(id, this.#now());
      throw error;
    } finally {
      this.#waiting.set(id, (this.#waiting.get(id) ?? 1) - 1);
    }
  }

  /** Logs why a provider could not be used; never a name or an answer of it. */
  noteFailure({ id }: Provider, error: DirectoryFailed | AnswerRefused): void {
    const fault = error instanceof DirectoryFailed ? error.fault : `answer_${error.message}`;
    this.#log.warn({ event: 'provider_failed', provider: id, fault });
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) if (client instanceof OidcClient) await client.close();
  }
}
