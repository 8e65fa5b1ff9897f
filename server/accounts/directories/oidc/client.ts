import type { Configuration, ExportedJWKSCache, ServerMetadata, TokenEndpointResponse } from 'openid-client';
import type { Now } from '../../../database/clock.ts';
import type { Check } from '../../sign-in-providers/contract.ts';
import { AnswerRefused, DirectoryFailed, type DirectoryPerson } from '../person.ts';
import type { OidcProvider } from '../providers.ts';
import { type BoundedFetch, createBoundedFetch } from './bounded-fetch.ts';
import { namesGroups, toPerson } from './claims.ts';
import { isOtherIssuer, judgeFailure } from './failures.ts';
import type { KeptMetadata } from './metadata.ts';

/** Binds a sign-in to its browser and to its answer. */
export type Bond = { state: string; nonce: string; verifier: string };

/** Someone who has signed in there, with what asks for them again and signs them out. */
export type OidcSignIn = { person: DirectoryPerson; refreshToken: string | null; idToken: string | null };

/** Seconds by which the two clocks may differ. */
const clockToleranceSeconds = 60;
const metadataMilliseconds = 60 * 60_000;
/** An unknown key is looked up again, but only once, if the known ones are older than this. */
const keysAreOldSeconds = 60;
/** Longer hints don't fit an address. */
const longestHint = 4000;

// Loaded on first use: it would delay every start.
const load = () => import('openid-client');

/** One OpenID provider: authorization code with PKCE, state, nonce and issuer, and a signed ID token. */
export class OidcClient {
  readonly provider: OidcProvider;
  readonly #now: Now;
  readonly #kept: KeptMetadata;
  readonly #host: string;
  #fetching: Promise<BoundedFetch> | null = null;
  #asking: Promise<ServerMetadata> | null = null;
  #metadata: { document: ServerMetadata; until: number } | null = null;
  #keys: ExportedJWKSCache | null = null;

  constructor(provider: OidcProvider, now: Now, kept: KeptMetadata) {
    this.provider = provider;
    this.#now = now;
    this.#kept = kept;
    this.#host = new URL(provider.issuer).host;
  }

  /** The address at the provider where someone signs in. Refuses (DirectoryFailed). */
  begin(redirectUri: string, { state, nonce, verifier }: Bond): Promise<string> {
    return this.#run(async (library, config) => {
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: this.provider.scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      if (!this.#isSafe(url)) throw new DirectoryFailed('endpoint_missing', this.#host);
      return url.href;
    });
  }

  /**
   * Exchanges the answer of the provider, as its query. Refuses (AnswerRefused) every answer that isn't this provider's to this
   * sign-in, and (DirectoryFailed) a provider that can't be reached.
   */
  finish(redirectUri: string, query: string, { state, nonce, verifier }: Bond): Promise<OidcSignIn> {
    return this.#run(async (library, config) => {
      const url = new URL(redirectUri);
      url.search = query;
      const tokens = await library.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new AnswerRefused('invalid');
      return this.#toSignIn(config, tokens, claims.sub, claims);
    });
  }

  /** Asks for the same person again. Refuses (AnswerRefused) once the provider no longer vouches for them. */
  refresh(refreshToken: string, subject: string): Promise<OidcSignIn> {
    return this.#run(async (library, config) => {
      const tokens = await library.refreshTokenGrant(config, refreshToken);
      const claims = tokens.claims();
      if (claims !== undefined && claims.sub !== subject) throw new AnswerRefused('invalid');
      const next = await this.#toSignIn(config, tokens, subject, claims ?? {});
      return { ...next, refreshToken: next.refreshToken ?? refreshToken };
    });
  }

  /** Where the provider signs the person out; null where it offers none or can't be reached. */
  async findSignOut(returnTo: string, idToken: string | null): Promise<string | null> {
    try {
      return await this.#run(async (library, config) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return null;
        const url = library.buildEndSessionUrl(config, {
          post_logout_redirect_uri: returnTo,
          ...(idToken !== null && idToken.length <= longestHint && { id_token_hint: idToken }),
        });
        return this.#isSafe(url) ? url.href : null;
      });
    } catch {
      return null;
    }
  }

  /** Tries everything that needs no person, up to the first fault. */
  async test(redirectUri: string): Promise<Check[]> {
    const checks: Check[] = [];
    const check = async (name: Check['check'], work: () => Promise<string | null>): Promise<boolean> => {
      try {
        checks.push({ check: name, fault: null, value: await work() });
        return true;
      } catch (error) {
        const failure = judgeFailure(error, this.#host);
        const isFault = failure instanceof DirectoryFailed;
        checks.push({
          check: name,
          fault: isFault ? failure.fault : 'answer_invalid',
          value: isFault ? failure.value : this.#host,
        });
        return false;
      }
    };
    const found = await check('discovery', async () => {
      this.#metadata = null;
      const { authorization_endpoint, token_endpoint, jwks_uri } = await this.#findMetadata(false);
      if (!authorization_endpoint || !token_endpoint || !jwks_uri)
        throw new DirectoryFailed('endpoint_missing', this.#host);
      return this.provider.issuer;
    });
    if (!found) return checks;
    await check('keys', async () => {
      const { fetch } = await this.#fetch();
      const { jwks_uri = '' } = await this.#findMetadata();
      const response = await fetch(jwks_uri, {
        method: 'GET',
        headers: {},
        body: undefined,
        redirect: 'manual',
      });
      if (response.status !== 200) throw new DirectoryFailed('http_status', String(response.status));
      const { keys } = (await response.json().catch(() => ({}))) as { keys?: unknown };
      if (!Array.isArray(keys) || keys.length === 0)
        throw new DirectoryFailed('not_json', new URL(jwks_uri).host);
      return null;
    });
    await check('clock', async () => {
      const ahead = (await this.#fetch()).clockAhead() ?? 0;
      const real = ahead - (this.#now() - Date.now());
      const seconds = Math.round(real / 1000);
      if (Math.abs(seconds) > clockToleranceSeconds) throw new DirectoryFailed('clock', String(seconds));
      return null;
    });
    await check('client', async () => {
      await this.#tryClient(redirectUri);
      return this.provider.clientId;
    });
    return checks;
  }

  async close(): Promise<void> {
    await (await this.#fetching)?.close();
  }

  /** A code that nobody has issued tells whether the provider knows this client. */
  async #tryClient(redirectUri: string): Promise<void> {
    try {
      await this.#run(async (library, config) => {
        const verifier = library.randomPKCECodeVerifier();
        await library.genericGrantRequest(config, 'authorization_code', {
          code: library.randomState(),
          redirect_uri: redirectUri,
          code_verifier: verifier,
        });
      });
    } catch (error) {
      if (error instanceof AnswerRefused && error.message === 'used') return;
      throw error;
    }
  }

  async #toSignIn(
    config: Configuration,
    tokens: TokenEndpointResponse,
    subject: string,
    claims: Readonly<Record<string, unknown>>,
  ): Promise<OidcSignIn> {
    const { groupsClaim } = this.provider;
    const isAsked =
      !namesGroups(claims, groupsClaim) && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = isAsked ? await (await load()).fetchUserInfo(config, tokens.access_token, subject) : {};
    return {
      person: toPerson(subject, { ...claims, ...more }, groupsClaim),
      refreshToken: tokens.refresh_token ?? null,
      idToken: tokens.id_token ?? null,
    };
  }

  /** Runs one operation; its failures are judged here and nowhere else. */
  async #run<T>(
    work: (library: Awaited<ReturnType<typeof load>>, config: Configuration) => Promise<T>,
  ): Promise<T> {
    try {
      const library = await load();
      const config = await this.#configure(library);
      try {
        return await work(library, config);
      } finally {
        const keys = library.getJwksCache(config);
        if (keys !== undefined) this.#keepKeys(keys);
      }
    } catch (error) {
      throw judgeFailure(error, this.#host);
    }
  }

  async #configure(library: Awaited<ReturnType<typeof load>>): Promise<Configuration> {
    const { clientId, secret } = this.provider;
    const document = await this.#findMetadata();
    const config = new library.Configuration(
      document,
      clientId,
      {
        [library.clockSkew]: Math.round((this.#now() - Date.now()) / 1000),
        [library.clockTolerance]: clockToleranceSeconds,
      },
      secret === null ? library.None() : this.#authenticate(library, document, secret),
    );
    config[library.customFetch] = (await this.#fetch()).fetch;
    config.timeout = 10;
    library.enableNonRepudiationChecks(config);
    if (this.#isOnThisMachine()) library.allowInsecureRequests(config);
    if (this.#keys !== null) library.setJwksCache(config, this.#keys);
    return config;
  }

  #authenticate(library: Awaited<ReturnType<typeof load>>, document: ServerMetadata, secret: string) {
    const methods = document.token_endpoint_auth_methods_supported;
    const takesPost = methods?.includes('client_secret_post') ?? false;
    const takesBasic = methods === undefined || methods.includes('client_secret_basic');
    return takesBasic || !takesPost ? library.ClientSecretBasic(secret) : library.ClientSecretPost(secret);
  }

  /** The library asks for an unknown key again once the known ones are a minute old, which they always are here. */
  #keepKeys({ jwks, uat }: ExportedJWKSCache): void {
    const known = this.#keys;
    const isSame = known !== null && JSON.stringify(known.jwks) === JSON.stringify(jwks);
    this.#keys = isSame && uat === known.uat ? known : { jwks, uat: uat - keysAreOldSeconds };
  }

  /** `mayBeKept`: whether the last document may stand in for a provider that can't be reached. */
  async #findMetadata(mayBeKept = true): Promise<ServerMetadata> {
    const { endpoints, issuer } = this.provider;
    if (endpoints !== null) {
      return {
        issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        jwks_uri: endpoints.jwks,
        ...(endpoints.userinfo && { userinfo_endpoint: endpoints.userinfo }),
        ...(endpoints.end_session && { end_session_endpoint: endpoints.end_session }),
      };
    }
    if (this.#metadata !== null && this.#metadata.until > this.#now()) return this.#metadata.document;
    this.#asking ??= this.#discover().finally(() => {
      this.#asking = null;
    });
    try {
      return await this.#asking;
    } catch (error) {
      const failure = judgeFailure(error, this.#host);
      if (!mayBeKept || (failure instanceof DirectoryFailed && failure.fault === 'issuer_differs'))
        throw failure;
      const kept = this.#metadata?.document ?? (await this.#kept.read(issuer));
      if (kept === null) throw failure;
      return kept;
    }
  }

  async #discover(): Promise<ServerMetadata> {
    const library = await load();
    const { fetch } = await this.#fetch();
    const discovering = library.discovery(
      new URL(this.provider.issuer),
      this.provider.clientId,
      undefined,
      library.None(),
      {
        [library.customFetch]: fetch,
        timeout: 10,
        ...(this.#isOnThisMachine() && { execute: [library.allowInsecureRequests] }),
      },
    );
    const config = await discovering.catch((error: unknown) => {
      throw isOtherIssuer(error) ? new DirectoryFailed('issuer_differs', this.#host) : error;
    });
    const { supportsPKCE: _helper, ...document } = config.serverMetadata();
    if (document.issuer !== this.provider.issuer)
      throw new DirectoryFailed('issuer_differs', document.issuer);
    this.#metadata = { document, until: this.#now() + metadataMilliseconds };
    await this.#kept.write(document);
    return document;
  }

  #fetch(): Promise<BoundedFetch> {
    this.#fetching ??= createBoundedFetch(this.provider.authorities);
    return this.#fetching;
  }

  /** Plain HTTP is accepted only from a provider on this machine, as its settings say. */
  #isOnThisMachine(): boolean {
    return new URL(this.provider.issuer).protocol === 'http:';
  }

  #isSafe(url: URL): boolean {
    return url.protocol === 'https:' || (url.protocol === 'http:' && this.#isOnThisMachine());
  }
}
