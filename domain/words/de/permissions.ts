import type { permissions as english } from '../en/permissions.ts';
import type { Translated } from '../translate.ts';

export const permissions: Translated<typeof english> = {
  'name.catalog.sync': 'ATT&CK-Katalog laden oder synchronisieren',
  'name.mission.read': 'Missionen als Mitglied sehen',
  'name.mission.create': 'Missionen anlegen',
  'name.mission.update': 'Missionen, Mitglieder und Fortschritt bearbeiten',
  'name.mission.archive': 'Missionen archivieren und löschen',
  'name.mission.write_red_fields': 'Rote Seite von Tests erfassen',
  'name.mission.write_blue_fields': 'Blaue Seite von Tests erfassen',
  'name.user.read': 'Liste der Personen sehen',
  'name.test_template.read': 'Testvorlagen sehen',
  'name.test_template.create': 'Testvorlagen anlegen',
  'name.test_template.update': 'Testvorlagen bearbeiten',
  'name.test_template.delete': 'Testvorlagen löschen',
  'name.scenario_template.read': 'Szenariovorlagen sehen',
  'name.scenario_template.create': 'Szenariovorlagen anlegen',
  'name.scenario_template.update': 'Szenariovorlagen bearbeiten',
  'name.scenario_template.delete': 'Szenariovorlagen löschen',
  'name.user.manage': 'Konten, Gruppen und Einladungen verwalten',
  'name.system.manage': 'Server verwalten',
};
