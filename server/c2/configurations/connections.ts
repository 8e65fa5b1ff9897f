import { DomainError } from '../../errors.ts';
import type { C2Adapter } from '../frameworks/adapter.ts';
import type { TlsTrust } from '../frameworks/connections.ts';
import type { FrameworkLimits } from '../frameworks/http.ts';
import type { StoredConfig } from './store.ts';
import type { TokenVault } from './token-vault.ts';

type Adapters = typeof import('../frameworks/adapters.ts');

export type ConnectionOptions = {
  vault: TokenVault;
  /** `fake` puts the in-memory adapter in the place of every framework. */
  forced: 'fake' | null;
  limits?: Partial<FrameworkLimits> | undefined;
};

/** One adapter for each engagement: concurrency, open connections and the fake's progress belong to it. */
export class C2Connections {
  readonly vault: TokenVault;
  readonly #forced: 'fake' | null;
  readonly #limits: Partial<FrameworkLimits>;
  readonly #adapters = new Map<string, { version: string; adapter: C2Adapter }>();
  #closings = 0;
  #ended = false;

  constructor(options: ConnectionOptions) {
    this.vault = options.vault;
    this.#forced = options.forced;
    this.#limits = options.limits ?? {};
  }

  /**
   * The adapter of an engagement's present configuration, or null without one; a forced fake needs none. Refuses
   * `unavailable` once the server stops, and what opening the stored token refuses.
   */
  async adapterFor(
    engagementId: string,
    readConfig: () => Promise<StoredConfig | null>,
  ): Promise<C2Adapter | null> {
    for (;;) {
      const closings = this.#closings;
      // The adapters come with an HTTP client of their own, which a start does without.
      const [config, adapters] = await Promise.all([readConfig(), import('../frameworks/adapters.ts')]);
      if (this.#ended) throw new DomainError('unavailable', 'The server is stopping');
      // A configuration that went away while it was being read must not be connected with once more.
      if (closings === this.#closings) return this.#adapterOf(engagementId, config, adapters);
    }
  }

  /** Ends the connection made with a configuration that was replaced or deleted; a forced fake knows of none. */
  configChanged(engagementId: string): void {
    if (this.#forced === null) this.close(engagementId);
  }

  /** Ends the connection of an engagement. */
  close(engagementId: string): void {
    this.#closings += 1;
    this.#adapters.get(engagementId)?.adapter.close();
    this.#adapters.delete(engagementId);
  }

  /** Ends every connection for good: what is under way fails at once. */
  closeAll(): void {
    this.#ended = true;
    for (const engagementId of [...this.#adapters.keys()]) this.close(engagementId);
  }

  #adapterOf(engagementId: string, config: StoredConfig | null, adapters: Adapters): C2Adapter | null {
    const version = this.#forced ?? config?.updated_at;
    if (version === undefined) return null;
    const known = this.#adapters.get(engagementId);
    if (known?.version === version) return known.adapter;
    const adapter = this.#make(engagementId, config, adapters);
    known?.adapter.close();
    this.#adapters.set(engagementId, { version, adapter });
    return adapter;
  }

  #make(engagementId: string, config: StoredConfig | null, adapters: Adapters): C2Adapter {
    if (this.#forced === 'fake' || config === null || config.framework === 'fake') {
      return adapters.createFakeAdapter();
    }
    return adapters.makeAdapter(config.framework, {
      baseUrl: config.base_url,
      tls: trustOf(config),
      token: this.vault.open(config.sealed_token ?? '', engagementId),
      operation: config.operation,
      limits: this.#limits,
    });
  }
}

function trustOf(config: StoredConfig): TlsTrust {
  return config.tls === 'pin'
    ? { mode: 'pin', fingerprint: config.tls_fingerprint ?? '' }
    : { mode: config.tls };
}
