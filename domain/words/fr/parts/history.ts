import { history } from '../history.ts';
import { reportSections } from '../report-sections.ts';
import { tlpt } from '../tlpt.ts';

export const rooms = { history, report_sections: reportSections, tlpt };
