import path from 'node:path';
import type { Now } from '../../database/clock.ts';
import type { SignInSource } from '../../settings/sign-in.ts';
import { LdapClient } from './ldap/client.ts';
import { OidcClient } from './oidc/client.ts';
import { KeptMetadata } from './oidc/metadata.ts';
import { type Provider, readProviders } from './providers.ts';

export type { OidcSignIn } from './oidc/client.ts';

/** The organisation's ways to sign in. */
export class Directories {
  /** The address of this server for people; null = the one they use. */
  readonly address: string | null;
  readonly providers: readonly Provider[];
  readonly #clients: ReadonlyMap<string, OidcClient | LdapClient>;

  /** `dataDir` holds copies of discovery documents. Refuses (SettingsError) settings that do not hold together. */
  constructor(source: SignInSource | null, now: Now, dataDir: string) {
    const { address, all } = readProviders(source);
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

  async close(): Promise<void> {
    for (const client of this.#clients.values()) if (client instanceof OidcClient) await client.close();
  }
}
