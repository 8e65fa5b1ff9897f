import type { RequestListener } from 'node:http';
import express from 'express';
import { accountRoutes } from './accounts/routes.ts';
import type { Accounts } from './accounts/service.ts';
import { livePrincipal, principalOf } from './accounts/service.ts';
import { matrixRoutes } from './catalogue/matrix-routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { type Catalogue, synchroniseFromBundled } from './catalogue/service.ts';
import { storageRefusal, storageVerdict } from './database/failures.ts';
import { detectionLevelRoutes } from './detection-levels/routes.ts';
import { diagRoutes } from './diag/routes.ts';
import { engagementRoutes } from './engagements/routes.ts';
import { DomainError } from './errors.ts';
import type { EvidenceFiles } from './evidence/files.ts';
import { type DispatchContext, dispatch, refuse } from './http/dispatch.ts';
import { docsRoutes } from './http/docs.ts';
import { createHostGuard } from './http/guard.ts';
import { baseHeaders } from './http/headers.ts';
import { healthRoutes } from './http/health.ts';
import { requestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import type { Log } from './log.ts';
import { missionEvidenceRoutes } from './missions/evidence-routes.ts';
import { missionRoutes } from './missions/routes.ts';
import { missionTestRoutes } from './missions/test-routes.ts';
import { MissionTotals } from './missions/totals.ts';
import type { Settings } from './settings.ts';
import { simulationRoutes } from './simulations/routes.ts';
import { simulationTemplateRoutes } from './simulations/template-routes.ts';
import { templateRoutes } from './templates/routes.ts';

export type AppParts = {
  settings: Settings;
  log: Log;
  accounts: Accounts;
  catalogue: Catalogue;
  files: EvidenceFiles;
  /** Answers whether everything recorded is whole and can be written. */
  health: () => Promise<{ database: 'ok' | 'unavailable'; evidence: 'ok' | 'corrupt' }>;
  version: string;
  /** The storage can no longer be trusted: stop serving. */
  onStorageBroken: (error: unknown) => void;
  onDiskFull: () => void;
};

export type Trees = { missions: Route[]; engagements: Route[] };

/** The two trees: which operations stand under which path. */
export function trees(parts: AppParts): Trees {
  const { settings, log, accounts, catalogue, files } = parts;
  const { db, now } = accounts;
  const totals = new MissionTotals();
  const shared = [
    ...healthRoutes(parts),
    ...accountRoutes({
      ...accounts,
      log,
      loadBundledCatalogue: async () => {
        await synchroniseFromBundled(catalogue);
      },
    }),
  ];
  return {
    missions: [
      // First what is asked for most: a router is searched from the top.
      ...missionTestRoutes({ db, now }),
      ...missionRoutes({ db, now, totals }),
      ...missionEvidenceRoutes({
        db,
        now,
        files,
        stillLive: (user) => livePrincipal(accounts, { sub: user.id, sid: user.sessionId }),
      }),
      ...catalogueRoutes(catalogue),
      ...templateRoutes({ db, now }),
      ...detectionLevelRoutes({ db }),
      ...(settings.appEnv === 'test' ? diagRoutes({ db, files, totals }) : []),
      ...shared,
    ],
    engagements: [
      ...simulationRoutes({ db, now }),
      ...engagementRoutes({ db, now }),
      ...matrixRoutes({ db }),
      ...simulationTemplateRoutes({ db, now }),
      ...shared,
    ],
  };
}

/** What every request passes, in order: request id and headers, log, host and origin guard, the two trees, the rest. */
export function createApp(parts: AppParts): RequestListener {
  const { settings, log } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', false);

  const context: DispatchContext = {
    authenticate: (token) => principalOf(parts.accounts, token),
    log,
    checkResponses: settings.appEnv !== 'production',
    onFailure: (error) => {
      const verdict =
        error instanceof DomainError ? (error.code === 'disk_full' ? 'full' : null) : storageVerdict(error);
      if (verdict === 'broken') parts.onStorageBroken(error);
      if (verdict === 'full') parts.onDiskFull();
      return verdict === null ? null : storageRefusal(verdict);
    },
  };

  const { missions, engagements } = trees(parts);
  const documents = docsRoutes({ missions, engagements }, parts.version, context);
  app.use('/api/v1', dispatch(missions, context));
  app.use('/api', documents, dispatch(engagements, context));
  app.get('/', (_request, response) => {
    response
      .type('text/plain')
      .send('Damson is running. Its interface for programs is described at /api/docs\n');
  });
  app.use((request, response) => {
    refuse(new DomainError('not_found', 'There is nothing at this path'), request, response, context);
  });
  app.use(((error, request, response, _next) => {
    refuse(error, request, response, context);
  }) satisfies express.ErrorRequestHandler);

  const guard = createHostGuard(settings.host, settings.publicHosts);
  return (request, response) => {
    response.setHeaders(new Map(Object.entries(baseHeaders())));
    requestLog(log, request, response);
    try {
      guard(request);
    } catch (error) {
      refuse(error, request, response, context);
      return;
    }
    app(request, response);
  };
}
