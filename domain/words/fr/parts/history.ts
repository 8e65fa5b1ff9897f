import { history } from '../history.ts';
import { reportSections } from '../report-sections.ts';

export const rooms = { history, report_sections: reportSections };
