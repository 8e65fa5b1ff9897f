import { sourcesByImportAndObject } from './041-sources-by-import-and-object.ts';
import { languageAndClock } from './042-language-and-clock.ts';
import { figuresThatHold } from './043-figures-that-hold.ts';
import { findings } from './044-findings.ts';
import { lockedMissions } from './045-locked-missions.ts';
import { sourcesApart } from './046-sources-apart.ts';
import { renewalCookies } from './047-renewal-cookies.ts';
import { findingNotifications } from './048-finding-notifications.ts';
import { threatsOfMissions } from './049-threats-of-missions.ts';
import { density } from './050-density.ts';
import { engagementMembers } from './051-engagement-members.ts';
import { historyOfFindings } from './052-history-of-findings.ts';
import { tlptOfMissions } from './053-tlpt-of-missions.ts';
import { programTokens } from './054-program-tokens.ts';
import { serviceAccounts } from './055-service-accounts.ts';
import { executions } from './056-executions.ts';
import { alerts } from './057-alerts.ts';
import { rulesThatFire } from './058-rules-that-fire.ts';
import { missionClocks } from './059-mission-clocks.ts';
import { blindMissions } from './060-blind-missions.ts';
import { attackPaths } from './061-attack-paths.ts';
import { sightings } from './062-sightings.ts';
import { identities } from './063-identities.ts';
import { replay } from './064-replay.ts';
import { shownRows } from './065-shown-rows.ts';
import { runStarts } from './066-run-starts.ts';
import { shownHistory } from './067-shown-history.ts';
import { shownVersions } from './068-shown-versions.ts';
import { baseline } from './baseline/baseline.ts';
import type { Migration } from './migration.ts';

/** In order. An empty database gets all of them; one older than the first is refused. */
export const migrations: readonly Migration[] = [
  baseline,
  sourcesByImportAndObject,
  languageAndClock,
  figuresThatHold,
  findings,
  lockedMissions,
  sourcesApart,
  renewalCookies,
  findingNotifications,
  threatsOfMissions,
  density,
  engagementMembers,
  historyOfFindings,
  tlptOfMissions,
  programTokens,
  serviceAccounts,
  executions,
  alerts,
  rulesThatFire,
  missionClocks,
  blindMissions,
  attackPaths,
  sightings,
  identities,
  replay,
  shownRows,
  runStarts,
  shownHistory,
  shownVersions,
];
