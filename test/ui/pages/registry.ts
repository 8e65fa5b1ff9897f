import { administration } from './administration.ts';
import { catalogue } from './catalogue.ts';
import { engagements } from './engagements.ts';
import { entry } from './entry.ts';
import { findings } from './findings.ts';
import { help } from './help.ts';
import { imports } from './imports.ts';
import { mission } from './mission.ts';
import { missionEvents } from './mission-events.ts';
import { missionResults } from './mission-results.ts';
import { missions } from './missions.ts';
import { organisations } from './organisations.ts';
import type { Area, InterfacePage } from './page.ts';
import { reports } from './reports.ts';
import { rules } from './rules.ts';
import { simulations } from './simulations.ts';
import { templates } from './templates.ts';
import { tests } from './test.ts';

/**
 * Every page of the interface, with its addresses, viewers, controls, states and forms. The specs for accessibility, hostile
 * text, roles, sessions and failing servers use it.
 */
export const areas: Readonly<Record<string, Area>> = {
  entry,
  missions: { ...missions, ...mission, ...missionEvents, ...missionResults },
  findings,
  tests,
  reports,
  engagements,
  simulations,
  templates,
  rules,
  imports,
  catalogue,
  organisations,
  administration,
  help,
};

export const pages: readonly (readonly [name: string, page: InterfacePage])[] = Object.values(areas).flatMap(
  (area) => Object.entries(area),
);
