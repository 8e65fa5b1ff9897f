import type { permissions as english } from '../en/permissions.ts';
import type { Translated } from '../translate.ts';

export const permissions: Translated<typeof english> = {
  'name.catalog.sync': 'Charger ou synchroniser le catalogue ATT&CK',
  'name.mission.read': 'Voir les missions dont on est membre',
  'name.mission.create': 'Créer des missions',
  'name.mission.update': 'Modifier les missions, leurs membres et leur avancement',
  'name.mission.archive': 'Archiver et supprimer des missions',
  'name.mission.write_red_fields': 'Renseigner le côté rouge des tests',
  'name.mission.write_blue_fields': 'Renseigner le côté bleu des tests',
  'name.user.read': 'Voir la liste des personnes',
  'name.test_template.read': 'Voir les modèles de test',
  'name.test_template.create': 'Créer des modèles de test',
  'name.test_template.update': 'Modifier les modèles de test',
  'name.test_template.delete': 'Supprimer des modèles de test',
  'name.scenario_template.read': 'Voir les modèles de scénario',
  'name.scenario_template.create': 'Créer des modèles de scénario',
  'name.scenario_template.update': 'Modifier les modèles de scénario',
  'name.scenario_template.delete': 'Supprimer des modèles de scénario',
  'name.user.manage': 'Gérer les comptes, groupes et invitations',
  'name.system.manage': 'Gérer le serveur',
};
