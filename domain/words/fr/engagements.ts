import type { engagements as english } from '../en/engagements.ts';
import type { Translated } from '../translate.ts';

export const engagements: Translated<typeof english> = {
  they_will_be_gone_for_good:
    'Ils seront supprimés définitivement, avec leurs simulations, tous les enregistrements, leurs connexions C2 et les sorties conservées.',
  new_engagement: 'Nouvel engagement',
  edit_engagement: 'Modifier l’engagement',
  create_engagement: 'Créer l’engagement',
  more_about_this_engagement: 'Plus d’actions sur cet engagement',
  edit_name_client_dates: 'Modifier le nom, l’organisation, les dates',
  delete_engagement: 'Supprimer l’engagement',
  done_of_simulations_done: '{done} sur {simulations, plural, one {# terminée} other {# terminées}}',
  c2_framework: 'Framework C2',
  history: 'Historique',
  simulations_done: 'Simulations terminées',
  what_it_is_red_runs_its:
    'Un engagement est ponctuel : des simulations autour d’un framework C2. Contrairement à une mission, il n’est pas planifié à partir de modèles. Les Rouges exécutent ses simulations, et le SOC les revoit une à une.',
  what_it_is_the_red_team:
    'Un engagement est ponctuel : des simulations autour d’un framework C2. Contrairement à une mission, il n’est pas planifié à partir de modèles. L’équipe rouge les crée ; les simulations apparaissent ici pour que vous les revoyiez.',
  engagement: 'engagement',
  the_engagement_stayed_as_it_was: 'L’engagement n’a pas été modifié',
  complete_this_engagement: 'Terminer cet engagement ?',
  complete_engagement: 'Terminer l’engagement',
  left_of_its_simulations_simulations_left:
    'Il reste {left, plural, one {# simulation} other {# simulations}} à terminer sur {simulations, number}. On peut encore y travailler, et l’engagement peut être rouvert.',
  delete_this_engagement: 'Supprimer cet engagement ?',
  b_will_be_gone_for_good:
    '{b} sera supprimé définitivement, avec {simulations, plural, one {sa simulation} other {ses # simulations}}, les enregistrements des deux côtés, ses connexions C2 et leurs sorties.',
  every_account_sees_this: 'Aucun membre : tous les comptes voient cet engagement.',
  no_members_are_left: 'Plus aucun membre : seuls les administrateurs voient cet engagement.',
  once_it_has_members:
    'Dès qu’il a des membres, seuls ceux-ci et les administrateurs voient cet engagement. Sans membre, tous les comptes le voient.',
  you_leave_this_engagement: 'Vous vous êtes retiré : vous ne verrez plus cet engagement.',
  results: 'Résultats',
  executed: 'Exécutée',
  detected: 'Détectée',
  new_simulation: 'Nouvelle simulation',
  list_of_simulations: 'liste des simulations',
  no_simulations_yet: 'Pas encore de simulations',
  they_appear_here_as_soon_as: 'Elles apparaissent ici dès que l’équipe rouge les crée.',
  a_simulation_is_one_thing_red:
    'Une simulation est une action des Rouges que le SOC recherche ; elle part d’un modèle ou de zéro.',
  search_simulations: 'Rechercher des simulations',
  name_technique_or_tactic: 'Nom, technique ou tactique',
  any_detection: 'Toutes les détections',
  not_judged: 'Non évaluée',
  any_tactic: 'Toutes les tactiques',
  no_simulation_matches: 'Aucune simulation correspondante',
  change_or_clear_the_filters: 'Modifiez ou effacez les filtres.',
  changed_updatedat: 'modifié {updatedat}',
  loading_the_engagement: 'Chargement de l’engagement',
  simulations_simulations_done_done_reviewrequ:
    '{simulations, plural, one {# simulation} other {# simulations}} : {done, plural, one {# terminée} other {# terminées}}, {reviewrequired} à revoir, {inprogress} en cours, {pending} en attente',
  delete_all: 'Supprimer {count, plural, one {# engagement} other {# engagements}} ?',
};
