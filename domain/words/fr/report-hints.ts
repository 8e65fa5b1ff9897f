import type { reportHints as english } from '../en/report-hints.ts';
import type { Translated } from '../translate.ts';

export const reportHints: Translated<typeof english> = {
  'section.purpose': 'Pourquoi cet exercice a eu lieu, et ce qu’il couvrait.',
  'section.summary': 'Trois phrases pour qui ne lit rien d’autre.',
  'section.gaps': 'Ce que les lacunes signifient pour l’organisation.',
  'section.strengths': 'Ce qui a bien fonctionné et doit être conservé.',
  'section.rules': 'Horaires, cibles, exclusions et contacts convenus.',
  'section.method': 'Comment les tests ont été choisis et exécutés.',
  'section.misses': 'Pourquoi la défense a manqué ce qu’elle a manqué.',
  'section.functions':
    'Les fonctions, et les systèmes, processus et technologies derrière elles, tels que les nomme le plan de test de l’équipe rouge.',
  'section.scenarios': 'Un résumé de chaque scénario.',
  'section.flags': 'Les flags capturés, et ceux qui ne l’ont pas été.',
  'section.paths': 'Les chemins suivis avec succès et sans succès.',
  'section.techniques': 'Ce qui a fonctionné, et ce qui n’a pas fonctionné.',
  'section.deviations': 'Chaque écart avec son motif, ou l’absence d’écart.',
  'section.leg_ups': 'Quelle aide a été donnée, quand et pourquoi, ou aucune.',
  'section.blue_actions':
    'Comment l’équipe bleue a reconstitué l’attaque et limité ses effets, à la connaissance des testeurs.',
  'section.findings': 'Chacun avec sa criticité.',
  'section.causes': 'La cause première de chaque attaque réussie.',
  'section.recommendations': 'Ce qui doit être corrigé, le plus urgent d’abord.',
  'section.detections': 'Détections pour chaque étape du rapport de l’équipe rouge.',
  'section.assessment': 'La réponse de l’équipe bleue à chaque constat et recommandation.',
  'section.dora_blue_evidence': 'Ce que l’équipe bleue a recueilli, et comment.',
  'section.dora_blue_causes': 'La cause première de chaque attaque réussie, selon l’équipe bleue.',
  'section.lessons': 'Ce qui doit s’améliorer, et qui s’en charge.',
  'section.purple': 'Sujets que les deux équipes traitent ensemble.',
  'section.parties':
    'Équipe de contrôle, testeurs, fournisseur de renseignement sur les menaces, équipe bleue, autorité.',
  'section.project_plan': 'Les phases et leurs dates.',
  'section.scope':
    'Ce qui était dans le périmètre, et pourquoi des fonctions et systèmes ont été inclus ou exclus.',
  'section.dora_summary_scenarios':
    'Les scénarios, et chaque écart important par rapport au rapport de renseignement sur les menaces.',
  'section.dora_summary_flags': 'Les flags capturés, et ceux qui ne l’ont pas été.',
  'section.dora_summary_purple': 'S’il a eu lieu pendant la phase de test, et dans quelles conditions.',
  'section.risk_management': 'Ce qui a été fait pour limiter le risque du test.',
  'section.dora_summary_plan':
    'Comment les constats, leurs causes premières et la priorité de leur remédiation s’articulent.',
  'section.dora_summary_lessons': 'Ce que toutes les parties retiennent de ce test.',
  'section.introduction': 'Ce à quoi ce plan répond, et qui l’a approuvé.',
  'section.dora_remediation_plan':
    'Comment les mesures améliorent l’identification, la protection, la détection et la réponse.',
  'section.risks': 'Risques des mesures non prises et, le cas échéant, de celles qui le sont.',
};
