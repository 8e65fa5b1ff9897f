import { administration } from './administration.ts';
import { alertFields } from './alert-fields.ts';
import { alerts } from './alerts.ts';
import { app } from './app.ts';
import { audit } from './audit.ts';
import { c2 } from './c2.ts';
import { catalogue } from './catalogue.ts';
import { charts } from './charts.ts';
import { columns } from './columns.ts';
import { desktop } from './desktop.ts';
import { engagements } from './engagements.ts';
import { evidence } from './evidence.ts';
import { expectations } from './expectations.ts';
import { exports } from './exports.ts';
import { facts } from './facts.ts';
import { findings } from './findings.ts';
import { help } from './help.ts';
import { hiding } from './hiding.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { identities } from './identities.ts';
import { interchange } from './interchange.ts';
import { keys } from './keys.ts';
import { missionEditor } from './mission-editor.ts';
import { missionReplay } from './mission-replay.ts';
import { missionReport } from './mission-report.ts';
import { missions } from './missions.ts';
import { names } from './names.ts';
import { organisations } from './organisations.ts';
import { path } from './path.ts';
import { permissions } from './permissions.ts';
import { record } from './record.ts';
import { recordings } from './recordings.ts';
import { remediation } from './remediation.ts';
import { reportHints } from './report-hints.ts';
import { reportSanitised } from './report-sanitised.ts';
import { reportSections } from './report-sections.ts';
import { results } from './results.ts';
import { rules } from './rules.ts';
import { runs } from './runs.ts';
import { session } from './session.ts';
import { shared } from './shared.ts';
import { sightingFields } from './sighting-fields.ts';
import { sightings } from './sightings.ts';
import { simulations } from './simulations.ts';
import { templates } from './templates.ts';
import { tests } from './tests.ts';
import { tlpt } from './tlpt.ts';
import { tlptFields } from './tlpt-fields.ts';
import { tokens } from './tokens.ts';
import { transfers } from './transfers.ts';
import { wall } from './wall.ts';
import { writing } from './writing.ts';

/** Messages for browsers. */
export const screens = {
  names,
  path,
  transfers,
  permissions,
  shared,
  app,
  session,
  administration,
  audit,
  desktop,
  catalogue,
  history,
  home,
  identities,
  findings,
  help,
  missions,
  hiding,
  mission_editor: missionEditor,
  tests,
  alert_fields: alertFields,
  alerts,
  sightings,
  mission_replay: missionReplay,
  sighting_fields: sightingFields,
  rules,
  tlpt,
  tlpt_fields: tlptFields,
  runs,
  facts,
  results,
  remediation,
  recordings,
  mission_report: missionReport,
  templates,
  interchange,
  simulations,
  engagements,
  c2,
  organisations,
  evidence,
  charts,
  columns,
  expectations,
  exports,
  record,
  report_hints: reportHints,
  report_sanitised: reportSanitised,
  report_sections: reportSections,
  keys,
  tokens,
  wall,
  writing,
};
