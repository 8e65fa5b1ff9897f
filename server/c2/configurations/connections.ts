import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../../errors.ts';
import type { C2Adapter } from '../frameworks/adapter.ts';
import type { TlsTrust } from '../frameworks/judging-connector.ts';
import { defaultLimits, type FrameworkLimits } from '../frameworks/limits.ts';
import type { StoredConfig } from './store.ts';
import type { TokenVault } from './token-vault.ts';

type Adapters = typeof import('../frameworks/adapters.ts');

export type ConnectionOptions = {
  vault: TokenVault;
  /** `fake` replaces all frameworks with the in-memory adapter. */
  forced: 'fake' | null;
  limits?: Partial<FrameworkLimits> | undefined;
  /** Monotonic milliseconds. */
  clock?: (() => number) | undefined;
};

/** An engagement's connection. */
export type C2Connection = {
  /** Only used for tasks linked under this configuration. */
  configurationId: string;
  /** Refuses what opening the stored token refuses. */
  adapter(): C2Adapter;
};

/** One adapter per engagement; it holds open connections, recent answers and the fake's progress. */
export class C2Connections {
  readonly vault: TokenVault;
  readonly #forced: 'fake' | null;
  readonly #limits: FrameworkLimits;
  readonly #clock: () => number;
  readonly #adapters = new Map<string, { version: string; adapter: C2Adapter }>();
  /** Keyed by origin, because two engagements may use the same framework. */
  readonly #turns = new Map<string, LimitFunction>();
  #closings = 0;
  #ended = false;

  constructor(options: ConnectionOptions) {
    this.vault = options.vault;
    this.#forced = options.forced;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#clock = options.clock ?? (() => performance.now());
  }

  /**
   * Connection of an engagement's current configuration, or null if there is none. Refuses `unavailable` once the server is
   * stopping.
   */
  async connectionOf(
    engagementId: string,
    readConfig: () => Promise<StoredConfig | null>,
  ): Promise<C2Connection | null> {
    for (;;) {
      const closings = this.#closings;
      // Imported lazily: the adapters load an HTTP client that a start doesn't need.
      const [config, adapters] = await Promise.all([readConfig(), import('../frameworks/adapters.ts')]);
      if (this.#ended) throw new DomainError('unavailable', 'The server is stopping');
      // If the configuration was deleted during the read, it must not be connected again.
      if (closings !== this.#closings) continue;
      if (config === null) return null;
      return {
        configurationId: config.id,
        adapter: () => this.#adapterOf(engagementId, config, adapters),
      };
    }
  }

  /** Closes the connection of an engagement whose configuration was replaced or deleted. */
  close(engagementId: string): void {
    this.#closings += 1;
    this.#adapters.get(engagementId)?.adapter.close();
    this.#adapters.delete(engagementId);
  }

  /** Closes every connection for good: running requests fail at once. */
  closeAll(): void {
    this.#ended = true;
    for (const engagementId of [...this.#adapters.keys()]) this.close(engagementId);
  }

  #adapterOf(engagementId: string, config: StoredConfig, adapters: Adapters): C2Adapter {
    if (this.#ended) throw new DomainError('unavailable', 'The server is stopping');
    const version = `${config.id} ${config.updated_at}`;
    const known = this.#adapters.get(engagementId);
    if (known?.version === version) return known.adapter;
    const adapter = this.#make(engagementId, config, adapters);
    known?.adapter.close();
    this.#adapters.set(engagementId, { version, adapter });
    return adapter;
  }

  #make(engagementId: string, config: StoredConfig, adapters: Adapters): C2Adapter {
    if (this.#forced === 'fake' || config.framework === 'fake') {
      return adapters.createFakeAdapter();
    }
    return adapters.makeAdapter(config.framework, {
      baseUrl: config.base_url,
      tls: toTrust(config),
      token: this.vault.open(config.sealed_token ?? '', engagementId),
      operation: config.operation,
      limits: this.#limits,
      turns: this.#turnsOf(config.base_url),
      clock: this.#clock,
    });
  }

  #turnsOf(baseUrl: string): LimitFunction {
    const { origin } = new URL(baseUrl);
    const turns = this.#turns.get(origin) ?? pLimit(this.#limits.concurrency);
    this.#turns.set(origin, turns);
    return turns;
  }
}

function toTrust(config: StoredConfig): TlsTrust {
  return config.tls === 'pin'
    ? { mode: 'pin', fingerprint: config.tls_fingerprint ?? '' }
    : { mode: config.tls };
}
