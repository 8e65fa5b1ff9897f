import { fileURLToPath } from 'node:url';
import express, { type Express, type RequestHandler } from 'express';
import { groupRoutes } from './accounts/groups/routes.ts';
import { identityRoutes } from './accounts/identities/routes.ts';
import { invitationRoutes } from './accounts/invitations/routes.ts';
import { originOf } from './accounts/origin.ts';
import { profileRoutes } from './accounts/profile/routes.ts';
import { renewalRoutes } from './accounts/renewals/routes.ts';
import { passkeyRoutes } from './accounts/second-factor/passkeys/routes.ts';
import { secondFactorRoutes } from './accounts/second-factor/routes.ts';
import { provePerson } from './accounts/second-factor/service.ts';
import { sessionRoutes } from './accounts/sessions/routes.ts';
import { type Accounts, findLiveCaller, findPrincipal, redeemTicket } from './accounts/sessions/service.ts';
import { setupRoutes } from './accounts/setup/routes.ts';
import { signInRoutes } from './accounts/sign-in/routes.ts';
import { signInProviderRoutes } from './accounts/sign-in-providers/routes.ts';
import { tokenRoutes } from './accounts/tokens/routes.ts';
import { userRoutes } from './accounts/users/routes.ts';
import { backupRoutes } from './backup/routes.ts';
import type { Backups } from './backup/service.ts';
import { diskFull } from './blobs/disk.ts';
import { StoreFull } from './blobs/store-failure.ts';
import { configurationRoutes } from './c2/configurations/routes.ts';
import { simulationsFromTasksRoutes } from './c2/simulations/routes.ts';
import { readFrameworkTasks } from './c2/tasks/links.ts';
import { linkedTaskRoutes } from './c2/tasks/routes.ts';
import type { C2Tasks } from './c2/tasks/service.ts';
import { detectionRuleRoutes } from './catalogue/detection-rules/routes.ts';
import { matrixRoutes } from './catalogue/matrix/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { type Catalogue, synchroniseFromBundled } from './catalogue/service.ts';
import { threatRoutes } from './catalogue/threats/routes.ts';
import { judgeStorageError, type StorageVerdict, toStorageRefusal } from './database/storage-errors.ts';
import { inView } from './database/view.ts';
import { detectionLevelRoutes } from './detection-levels/routes.ts';
import { diagRoutes } from './diag/routes.ts';
import { engagementRoutes } from './engagements/routes.ts';
import { DomainError } from './errors.ts';
import { historyRoutes } from './history/routes.ts';
import type { DownloadRecorder } from './history/service.ts';
import { homeRoutes } from './home/routes.ts';
import { serveDocuments } from './http/docs.ts';
import { createHostGuard, listOwnNames } from './http/guard.ts';
import { createForwardedTls, identify } from './http/headers.ts';
import { type Health, healthRoutes } from './http/health.ts';
import { serveInterface } from './http/interface-files.ts';
import { BodyBudget, usualLoad } from './http/load.ts';
import { nothingHere, refuse } from './http/refuse.ts';
import { logRequests } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import { makeTreeRouter } from './http/routers.ts';
import type { StepsContext } from './http/steps.ts';
import { alertFileRoutes } from './interchange/alerts/routes.ts';
import { importRoutes } from './interchange/routes.ts';
import type { Interchange } from './interchange/service.ts';
import type { Log } from './log.ts';
import { metricRoutes } from './metrics/routes.ts';
import { missionAlertRoutes } from './missions/alerts/routes.ts';
import { missionAssignmentRoutes } from './missions/assignments/routes.ts';
import { missionPathRoutes } from './missions/attack-path/routes.ts';
import { missionClockRoutes } from './missions/clocks/routes.ts';
import { missionCopyRoutes } from './missions/copies/routes.ts';
import { missionRuleRoutes } from './missions/detection-rules/routes.ts';
import { missionEventRoutes } from './missions/events/routes.ts';
import type { LiveMissions } from './missions/events/service.ts';
import { missionEvidenceRoutes } from './missions/evidence/routes.ts';
import { missionExecutionRoutes } from './missions/executions/routes.ts';
import { replaceExpectedTools } from './missions/expectations/service.ts';
import { missionFactRoutes } from './missions/facts/routes.ts';
import { missionFigureRoutes } from './missions/figures/routes.ts';
import { findingRoutes } from './missions/findings/routes.ts';
import { gapRoutes } from './missions/gaps/routes.ts';
import { missionHidingRoutes } from './missions/hiding/routes.ts';
import { missionTestRoutes } from './missions/mission-tests/routes.ts';
import { missionOverviewRoutes } from './missions/overview/routes.ts';
import { missionPlanRoutes } from './missions/plans/routes.ts';
import { remediationRoutes } from './missions/remediations/routes.ts';
import { missionRemovalRoutes } from './missions/removals/routes.ts';
import { replayRoutes } from './missions/replay/routes.ts';
import type { Reports } from './missions/reports/renderings/service.ts';
import { missionReportRoutes } from './missions/reports/routes.ts';
import { missionRetestRoutes } from './missions/retests/routes.ts';
import { missionRoutes } from './missions/routes.ts';
import { missionRunRoutes } from './missions/runs/routes.ts';
import { missionScenarioRoutes } from './missions/scenarios/routes.ts';
import { testSearchRoutes } from './missions/search/routes.ts';
import { sightingRoutes } from './missions/sightings/routes.ts';
import { missionTimelineRoutes } from './missions/timeline/routes.ts';
import { tlptRoutes } from './missions/tlpt/routes.ts';
import { missionTransferRoutes } from './missions/transfers/routes.ts';
import { missionVariableRoutes } from './missions/variables/routes.ts';
import { viewOf } from './missions/visibility.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { organisationRoutes } from './organisations/routes.ts';
import type { Principal } from './permissions.ts';
import type { Registers } from './registers.ts';
import { reportTemplateRoutes } from './report-templates/routes.ts';
import { Uploads } from './report-templates/service.ts';
import { reportModel } from './reports/model.ts';
import { RequestTally } from './request-tally.ts';
import type { Settings } from './settings.ts';
import { simulationEvidenceRoutes } from './simulations/evidence/routes.ts';
import { simulationFactRoutes } from './simulations/facts/routes.ts';
import { engagementFigureRoutes } from './simulations/figures/routes.ts';
import { outputRoutes } from './simulations/outputs/routes.ts';
import { simulationRoutes } from './simulations/routes.ts';
import { discardFiles } from './simulations/service.ts';
import { simulationTemplateRoutes } from './simulations/templates/routes.ts';
import { scenarioTemplateRoutes } from './templates/scenarios/routes.ts';
import { starterRoutes } from './templates/starter/routes.ts';
import { testTemplateRoutes } from './templates/test-templates/routes.ts';
import { threatPlanRoutes } from './templates/threats/routes.ts';

export type AppParts = {
  settings: Settings;
  log: Log;
  accounts: Accounts;
  catalogue: Catalogue;
  registers: Registers;
  backups: Backups;
  reports: Reports;
  interchange: Interchange;
  recordDownload: DownloadRecorder;
  live: LiveMissions;
  c2: Pick<C2Tasks, 'connections' | 'refreshes' | 'patienceMs'>;
  /** Reports whether all stored data is intact and writable. */
  health: () => Promise<Health>;
  /** Counter of requests. */
  tally: RequestTally;
  metrics: { write: () => Promise<string> };
  version: string;
  commit: string | null;
  schema: number;
  /** The storage can no longer be trusted, so the server stops. */
  onStorageBroken: (error: unknown) => void;
  onDiskFull: () => void;
  /** Whether what is left of the disk is for signing in and deleting. */
  isDiskSpent: () => boolean;
};

export type Trees = { missions: Route[]; engagements: Route[] };

/** The two trees with their operations by path. */
export function makeTrees(parts: AppParts): Trees {
  const { settings, log, accounts, catalogue, recordDownload } = parts;
  const { evidence, outputs, simulation_evidence: simulationEvidence, reports } = parts.registers;
  const ofSimulations = [outputs, simulationEvidence];
  const { db, now } = accounts;
  const keeping = {
    db,
    now,
    quotas: settings.quotas,
    recordDownload,
    stillLive: findAgain(accounts),
  };
  const c2 = { db, now, log, outputs, ...parts.c2, onFailure: makeFailureJudge(parts) };
  const shared = [
    ...healthRoutes(parts),
    ...setupRoutes({
      ...accounts,
      log,
      loadBundledCatalogue: async () => {
        await synchroniseFromBundled(catalogue);
      },
    }),
    ...signInRoutes(accounts),
    ...identityRoutes(accounts),
    ...signInProviderRoutes(accounts),
    ...sessionRoutes(accounts),
    ...renewalRoutes(accounts),
    ...profileRoutes(accounts),
    ...secondFactorRoutes(accounts),
    ...passkeyRoutes(accounts),
    ...tokenRoutes(accounts),
    ...userRoutes(accounts),
    ...invitationRoutes(accounts),
    ...groupRoutes(accounts),
  ];
  return {
    missions: [
      ...missionTestRoutes({ db, now }),
      ...missionAssignmentRoutes({ db, now }),
      ...missionVariableRoutes({ db, now }),
      ...missionFactRoutes({ db, now }),
      ...remediationRoutes({ db, now }),
      ...findingRoutes({ db, now }),
      ...tlptRoutes({ db, now }),
      ...missionReportRoutes(parts.reports),
      ...reportTemplateRoutes({ db, now, uploads: new Uploads() }),
      ...missionRunRoutes({ db, now }),
      ...missionRoutes({ db, now }),
      ...notificationRoutes({ db, now }),
      ...missionEventRoutes({ db, live: parts.live }),
      ...missionScenarioRoutes({ db, now }),
      ...missionHidingRoutes({ db, now }),
      ...missionPlanRoutes({
        db,
        now,
        readTasks: (user, engagement, ids) =>
          readFrameworkTasks({ db, now, connections: parts.c2.connections }, user, engagement, ids),
      }),
      ...missionRemovalRoutes({ db, now }),
      ...missionCopyRoutes({ db, now }),
      ...missionRetestRoutes({ db, now }),
      ...missionOverviewRoutes({ db }),
      ...missionFigureRoutes({ db }),
      ...gapRoutes({ db, now }),
      ...missionTimelineRoutes({ db }),
      ...testSearchRoutes({ db }),
      ...missionEvidenceRoutes({ ...keeping, register: evidence }),
      ...missionExecutionRoutes({ ...keeping, register: evidence }),
      ...alertFileRoutes({ ...keeping, register: evidence }),
      ...missionAlertRoutes({ ...keeping, register: evidence }),
      ...replayRoutes({ db, now }),
      ...sightingRoutes({ ...keeping, register: evidence }),
      ...missionClockRoutes({ db, now }),
      ...missionPathRoutes({ db, now }),
      ...missionTransferRoutes({ db, now }),
      ...catalogueRoutes(catalogue),
      ...threatRoutes({ db }),
      ...detectionRuleRoutes({ db }),
      ...missionRuleRoutes({ db }),
      ...organisationRoutes({ db, now, replaceTools: replaceExpectedTools }),
      ...importRoutes(parts.interchange),
      ...threatPlanRoutes({ db }),
      ...testTemplateRoutes({ db, now }),
      ...scenarioTemplateRoutes({ db, now }),
      ...starterRoutes({ db, now }),
      ...detectionLevelRoutes({ db }),
      ...backupRoutes(parts.backups, (user, proof, call, work) =>
        provePerson(accounts, user, proof, originOf(call), work),
      ),
      ...historyRoutes({ db, now }),
      ...homeRoutes({ db }),
      ...metricRoutes(parts),
      ...(settings.appEnv === 'test'
        ? diagRoutes({
            db,
            now,
            evidence,
            simulationEvidence,
            reports,
            interchange: parts.interchange,
          })
        : []),
      ...shared,
    ],
    engagements: [
      ...simulationRoutes({ db, now, registers: ofSimulations }),
      ...simulationEvidenceRoutes({ ...keeping, register: simulationEvidence }),
      ...simulationFactRoutes({ db, now }),
      ...engagementFigureRoutes({ db }),
      ...outputRoutes({ db, register: outputs, recordDownload }),
      ...configurationRoutes({ db, now, connections: parts.c2.connections }),
      ...linkedTaskRoutes(c2),
      ...simulationsFromTasksRoutes(c2),
      ...engagementRoutes({
        db,
        now,
        afterDelete: (id) => {
          parts.c2.connections.close(id);
          return discardFiles(ofSimulations, id);
        },
      }),
      ...matrixRoutes({ db }),
      ...simulationTemplateRoutes({ db, now }),
      ...shared,
    ],
  };
}

/** Finds the user of an admitted request, in their current state. */
export function findAgain(accounts: Accounts): (user: Principal) => Promise<Principal | null> {
  return async (user) => (await findLiveCaller(accounts, user))?.principal ?? null;
}

/** Reports a storage failure to the host and names the refusal for the response; null for any other failure. */
export function makeFailureJudge({
  onStorageBroken,
  onDiskFull,
}: Pick<AppParts, 'onStorageBroken' | 'onDiskFull'>): (error: unknown) => DomainError | null {
  return (error) => {
    const verdict = judgeFailure(error);
    if (verdict === 'broken') onStorageBroken(error);
    if (verdict === 'full') onDiskFull();
    return verdict === null ? null : toStorageRefusal(verdict);
  };
}

function judgeFailure(error: unknown): StorageVerdict | null {
  if (!(error instanceof DomainError)) return judgeStorageError(error);
  return error.code === 'disk_full' && !(error instanceof StoreFull) ? 'full' : null;
}

/**
 * Middleware of every request, in order. Listeners share everything but their guards: the returned function takes guards and
 * builds an application with them.
 */
export function createApp(parts: AppParts): (guards: readonly RequestHandler[]) => Express {
  const { settings, log, version, tally } = parts;
  const context = makeContext(parts);
  const operations = makeTrees(parts);
  const missions = makeTreeRouter(operations.missions, context, { root: '/api/v1', tally });
  const engagements = makeTreeRouter(operations.engagements, context, { root: '/api', tally });
  const reference = serveDocuments(operations, version, { 'report-2': reportModel });
  const files = serveInterface(fileURLToPath(new URL('../dist/renderer', import.meta.url)));
  const onError = refuse({ log, trustProxy: settings.trustProxy, onFailure: makeFailureJudge(parts), tally });

  return (guards) => {
    const app = makeStrictApp();
    app.use(identify);
    if (settings.trustProxy > 0) app.use(createForwardedTls(settings.trustProxy));
    app.use(logRequests(log));
    app.use(...guards);
    app.use('/api/v1', missions);
    app.use('/api', engagements);
    app.use(reference);
    app.use(files);
    app.use(nothingHere);
    app.use(onError);
    return app;
  };
}

/** Routes of the monitoring listener, without a sign-in: `/metrics` and `/health`. Only reachable from this machine. */
export function createMonitoringApp(parts: AppParts): Express {
  const { settings, log } = parts;
  const routes = [...metricRoutes(parts, 'public'), ...healthRoutes(parts)];
  // Monitoring requests are not counted.
  const tally = new RequestTally();
  const app = makeStrictApp();
  app.use(identify);
  app.use(createHostGuard(listOwnNames('localhost', [])));
  app.use(makeTreeRouter(routes, makeContext(parts), { root: '', tally }));
  app.use(nothingHere);
  app.use(refuse({ log, trustProxy: settings.trustProxy, onFailure: makeFailureJudge(parts), tally }));
  return app;
}

function makeContext({ settings, log, accounts, isDiskSpent }: AppParts): StepsContext {
  return {
    log,
    authenticate: (token, address) => findPrincipal(accounts, token, address),
    redeem: (ticket) => redeemTicket(accounts, ticket),
    findAgain: findAgain(accounts),
    workAs: async (user, work, about) => inView(await viewOf(accounts.db, user, about), work),
    trustProxy: settings.trustProxy,
    load: usualLoad,
    bodies: new BodyBudget(usualLoad),
    checkResponses: settings.appEnv !== 'production',
    refuseSpentDisk: () => {
      if (isDiskSpent()) throw diskFull();
    },
  };
}

function makeStrictApp(): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').enable('strict routing');
  return app;
}
