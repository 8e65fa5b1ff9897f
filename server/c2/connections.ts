import type { C2Adapter } from './adapter.ts';
import { createCalderaAdapter } from './caldera.ts';
import { createFakeAdapter } from './fake.ts';
import type { FrameworkLimits, TlsTrust } from './framework-http.ts';
import { createMythicAdapter } from './mythic.ts';
import type { StoredConfig } from './store.ts';
import type { TokenVault } from './token-vault.ts';

export type ConnectionOptions = {
  vault: TokenVault;
  /** `fake` puts the in-memory adapter in the place of every framework. */
  forced: 'fake' | null;
  limits?: Partial<FrameworkLimits>;
};

/** One adapter for each engagement: concurrency, open connections and the fake's progress belong to it. */
export class C2Connections {
  readonly vault: TokenVault;
  readonly forced: 'fake' | null;
  readonly #limits: Partial<FrameworkLimits>;
  readonly #adapters = new Map<string, { version: string; adapter: C2Adapter }>();

  constructor(options: ConnectionOptions) {
    this.vault = options.vault;
    this.forced = options.forced;
    this.#limits = options.limits ?? {};
  }

  /**
   * The adapter of an engagement's configuration, or null without one. A forced fake needs no configuration.
   * Refuses what opening the stored token refuses.
   */
  adapterFor(engagementId: string, config: StoredConfig | null): C2Adapter | null {
    if (config === null && this.forced === null) return null;
    const version = this.forced ?? config?.updated_at ?? '';
    const known = this.#adapters.get(engagementId);
    if (known?.version === version) return known.adapter;
    const adapter = this.#make(engagementId, config);
    known?.adapter.close();
    this.#adapters.set(engagementId, { version, adapter });
    return adapter;
  }

  /** Ends the connection of an engagement whose configuration changed or is gone. */
  close(engagementId: string): void {
    this.#adapters.get(engagementId)?.adapter.close();
    this.#adapters.delete(engagementId);
  }

  closeAll(): void {
    for (const engagementId of [...this.#adapters.keys()]) this.close(engagementId);
  }

  #make(engagementId: string, config: StoredConfig | null): C2Adapter {
    if (this.forced === 'fake' || config === null || config.framework === 'fake') return createFakeAdapter();
    const options = {
      baseUrl: config.base_url,
      tls: trustOf(config),
      token: this.vault.open(config.sealed_token ?? '', engagementId),
      operation: config.operation,
      limits: this.#limits,
    };
    return config.framework === 'mythic' ? createMythicAdapter(options) : createCalderaAdapter(options);
  }
}

function trustOf(config: StoredConfig): TlsTrust {
  return config.tls === 'pin'
    ? { mode: 'pin', fingerprint: config.tls_fingerprint ?? '' }
    : { mode: config.tls };
}
