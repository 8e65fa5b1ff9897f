import { history } from '../history.ts';
import { reportSections } from '../report-sections.ts';
import { tlptFields } from '../tlpt-fields.ts';

export const rooms = { history, report_sections: reportSections, tlpt_fields: tlptFields };
