import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { requireEngagement } from '../../engagements/service.ts';
import { DomainError, notFound } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { type C2Adapter, C2Error } from '../frameworks/adapter.ts';
import type { C2Connection, C2Connections } from './connections.ts';
import type { C2Config, C2ConfigInput, ConnectionTest } from './contract.ts';
import { judgeConfig } from './rules.ts';
import * as store from './store.ts';

export type C2 = { db: Db; now: Now; connections: C2Connections };

/** Refuses (`encryption_key_absent`) all operations on a C2 configuration while no key is set. */
export function requireKey({ connections }: C2): void {
  if (!connections.vault.available) {
    throw new DomainError(
      'encryption_key_absent',
      'No encryption key is set (SVC_ENCRYPTION_KEY): C2 connections can be neither stored nor read',
    );
  }
}

/** The configuration without its token. Refuses `not_found` when there is none. */
export async function readConfig({ db }: C2, engagementId: string): Promise<C2Config> {
  const config = await store.findConfig(db, engagementId);
  if (config === null) throw notFound('C2 connection');
  return toC2Config(config);
}

/**
 * Sets the configuration and closes connections of the previous one; it counts as new if framework, address or operation change.
 * Refuses `not_found` the engagement, and what `judgeConfig` refuses.
 */
export async function writeConfig(
  c2: C2,
  user: Principal,
  engagementId: string,
  input: C2ConfigInput,
): Promise<C2Config> {
  const config = await inTransaction(c2.db, async (trx) => {
    await requireEngagement(trx, user, engagementId);
    const before = await store.findConfig(trx, engagementId);
    const { keepsToken, isSame, ...fields } = judgeConfig(input, before);
    const row = {
      ...fields,
      id: isSame && before !== null ? before.id : newId(),
      engagement_id: engagementId,
      sealed_token:
        input.token === undefined
          ? keepsToken
            ? (before?.sealed_token ?? null)
            : null
          : c2.connections.vault.seal(input.token, engagementId),
      updated_at: timeAfter(before?.updated_at ?? null, c2.now),
    };
    await store.replaceConfig(trx, row);
    await recordConfig(trx, {
      at: row.updated_at,
      by: user,
      verb: before === null ? 'created' : 'changed',
      id: row.id,
      engagement_id: engagementId,
      before: before && { ...toC2Config(before), token: null },
      after: { ...toC2Config(row), token: input.token === undefined ? null : 'set' },
    });
    return row;
  });
  c2.connections.close(engagementId);
  return toC2Config(config);
}

/**
 * Deletes the configuration and its token, and returns the configuration; linked tasks keep their last known state. Refuses
 * `not_found`.
 */
export async function removeConfig(c2: C2, user: Principal, engagementId: string): Promise<C2Config> {
  const config = await inTransaction(c2.db, async (trx) => {
    const gone = await store.deleteConfig(trx, engagementId);
    if (gone === null) throw notFound('C2 connection');
    await recordConfig(trx, {
      at: isoTime(c2.now()),
      by: user,
      verb: 'deleted',
      id: gone.id,
      engagement_id: engagementId,
      before: toC2Config(gone),
    });
    return gone;
  });
  c2.connections.close(engagementId);
  return toC2Config(config);
}

/** Recorded without the token, only with the fact that one was set. */
async function recordConfig(
  trx: Trx,
  {
    engagement_id,
    ...write
  }: Pick<Recorded, 'at' | 'by' | 'verb' | 'id' | 'before' | 'after'> & { engagement_id: string },
): Promise<void> {
  await recordWrite(trx, { ...write, object: 'c2_configuration', place: { engagement_id } });
}

/**
 * Tests the stored configuration; a failure of the framework returns `ok: false`. Refuses `c2_not_configured`, and a stored token
 * that can't be opened.
 */
export async function testConfig(c2: C2, engagementId: string): Promise<ConnectionTest> {
  const adapter = await requireAdapter(c2, engagementId);
  const started = performance.now();
  const measureLatency = () => Math.round(performance.now() - started);
  try {
    const { version, detail } = await adapter.testConnection();
    return { ok: true, version, latency_ms: measureLatency(), detail, presented_fingerprint: null };
  } catch (error) {
    if (!(error instanceof C2Error)) throw error;
    const presented_fingerprint = error.presentedFingerprint ?? null;
    return {
      ok: false,
      version: null,
      latency_ms: measureLatency(),
      detail: error.message,
      presented_fingerprint,
    };
  }
}

/** The engagement's connection, or null without a configuration. Refuses `unavailable` once the server is stopping. */
export function findConnection({ db, connections }: C2, engagementId: string): Promise<C2Connection | null> {
  return connections.connectionOf(engagementId, () => store.findConfig(db, engagementId));
}

/** The engagement's connection. Refuses `c2_not_configured`, and `unavailable` once the server is stopping. */
export async function requireConnection(c2: C2, engagementId: string): Promise<C2Connection> {
  const connection = await findConnection(c2, engagementId);
  if (connection === null) throw notConfigured();
  return connection;
}

/** Refuses `c2_not_configured` if this connection's configuration has been deleted. */
export async function refuseGone(trx: Trx, engagementId: string, connection: C2Connection): Promise<void> {
  const present = await store.findConfig(trx, engagementId);
  if (present?.id !== connection.configurationId) throw notConfigured();
}

/** The adapter of an engagement. Refuses `c2_not_configured`, and a stored token that can't be opened. */
export async function requireAdapter(c2: C2, engagementId: string): Promise<C2Adapter> {
  return (await requireConnection(c2, engagementId)).adapter();
}

function notConfigured(): DomainError {
  return new DomainError('c2_not_configured', 'The engagement has no C2 connection');
}

function toC2Config(config: store.StoredConfig): C2Config {
  return {
    id: config.id,
    framework: config.framework,
    base_url: config.base_url,
    tls: config.tls,
    tls_fingerprint: config.tls_fingerprint,
    operation: config.operation,
    has_token: config.sealed_token !== null,
    updated_at: config.updated_at,
  };
}
