import type { reportHints as english } from '../en/report-hints.ts';
import type { Translated } from '../translate.ts';

export const reportHints: Translated<typeof english> = {
  'section.purpose': 'Warum diese Übung stattfand und was sie umfasste.',
  'section.summary': 'Drei Sätze für alle, die sonst nichts lesen.',
  'section.gaps': 'Was die Lücken für die Organisation bedeuten.',
  'section.strengths': 'Was gut funktioniert hat und bleiben sollte.',
  'section.rules': 'Vereinbarte Zeiten, Ziele, Ausnahmen und Kontakte.',
  'section.method': 'Wie die Tests ausgewählt und ausgeführt wurden.',
  'section.misses': 'Warum die Abwehr übersehen hat, was sie übersehen hat.',
  'section.functions':
    'Die Funktionen und die Systeme, Prozesse und Technologien dahinter, wie der Testplan des Red Teams sie nennt.',
  'section.scenarios': 'Eine Zusammenfassung jedes Szenarios.',
  'section.flags': 'Welche Flags erobert wurden und welche nicht.',
  'section.paths': 'Pfade, die erfolgreich waren, und solche, die es nicht waren.',
  'section.techniques': 'Welche davon funktioniert haben und welche nicht.',
  'section.deviations': 'Jede Abweichung mit ihrem Grund, oder dass es keine gab.',
  'section.leg_ups': 'Welche Hilfe wann und warum gegeben wurde, oder dass es keine gab.',
  'section.blue_actions':
    'Wie das Blue Team den Angriff nachvollzogen und seine Folgen begrenzt hat, soweit die Tester es wissen.',
  'section.findings': 'Jede mit ihrer Kritikalität.',
  'section.causes': 'Die Ursache jedes erfolgreichen Angriffs.',
  'section.recommendations': 'Was behoben werden sollte, Dringendstes zuerst.',
  'section.detections': 'Erkennungen zu jedem Schritt des Testberichts des Red Teams.',
  'section.assessment': 'Die Antwort des Blue Teams auf jede Feststellung und Empfehlung.',
  'section.dora_blue_evidence': 'Was das Blue Team gesichert hat und wie.',
  'section.dora_blue_causes': 'Die Ursache jedes erfolgreichen Angriffs aus Sicht des Blue Teams.',
  'section.lessons': 'Was besser werden soll und wer es umsetzt.',
  'section.purple': 'Themen, die beide Teams gemeinsam bearbeiten.',
  'section.parties': 'Kontrollteam, Tester, Anbieter der Bedrohungsinformationen, Blue Team, Behörde.',
  'section.project_plan': 'Phasen und ihre Daten.',
  'section.scope': 'Was der Umfang war und warum Funktionen und Systeme enthalten oder ausgenommen waren.',
  'section.dora_summary_scenarios':
    'Die Szenarien und jede wesentliche Abweichung vom Bericht über die Bedrohungslage.',
  'section.dora_summary_flags': 'Welche Flags erobert wurden und welche nicht.',
  'section.dora_summary_purple': 'Ob es in der Testphase stattfand und unter welchen Bedingungen.',
  'section.risk_management': 'Was unternommen wurde, um das Risiko des Tests gering zu halten.',
  'section.dora_summary_plan':
    'Wie Feststellungen, ihre Ursachen und die Priorität ihrer Behebung zusammenhängen.',
  'section.dora_summary_lessons': 'Was alle Beteiligten aus diesem Test mitnehmen.',
  'section.introduction': 'Worauf dieser Plan antwortet und wer ihn genehmigt hat.',
  'section.dora_remediation_plan':
    'Wie die Maßnahmen Identifikation, Schutz, Erkennung und Reaktion verbessern.',
  'section.risks':
    'Risiken von Maßnahmen, die unterbleiben, und gegebenenfalls von denen, die umgesetzt werden.',
};
