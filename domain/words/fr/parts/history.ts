import { alertFields } from '../alert-fields.ts';
import { history } from '../history.ts';
import { permissions } from '../permissions.ts';
import { reportSections } from '../report-sections.ts';
import { sightingFields } from '../sighting-fields.ts';
import { tlptFields } from '../tlpt-fields.ts';

export const rooms = {
  alert_fields: alertFields,
  history,
  permissions,
  report_sections: reportSections,
  sighting_fields: sightingFields,
  tlpt_fields: tlptFields,
};
