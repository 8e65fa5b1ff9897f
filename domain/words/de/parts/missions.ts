import { charts } from '../charts.ts';
import { evidence } from '../evidence.ts';
import { expectations } from '../expectations.ts';
import { exports } from '../exports.ts';
import { facts } from '../facts.ts';
import { findings } from '../findings.ts';
import { hiding } from '../hiding.ts';
import { missionEditor } from '../mission-editor.ts';
import { missions } from '../missions.ts';
import { record } from '../record.ts';
import { remediation } from '../remediation.ts';
import { results } from '../results.ts';
import { runs } from '../runs.ts';
import { tests } from '../tests.ts';

export const rooms = {
  missions,
  mission_editor: missionEditor,
  tests,
  runs,
  hiding,
  facts,
  results,
  findings,
  remediation,
  evidence,
  charts,
  expectations,
  record,
  exports,
};
