import { missionReport } from '../mission-report.ts';

export const rooms = { mission_report: missionReport };
