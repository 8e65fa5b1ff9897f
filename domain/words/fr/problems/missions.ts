import type { ProblemWords } from '../../problems.ts';

export const missions: ProblemWords = {
  "A mission can't go from {1} to {2}": 'Une mission ne peut pas passer de {1} à {2}',
  "The mission is completed and locked: its tests can't be changed until it is reopened":
    'La mission est terminée et verrouillée : ses tests ne peuvent être modifiés qu’après sa réouverture',
  "The mission is archived and can't be changed": 'La mission est archivée et ne peut pas être modifiée',
  'Only those who see hidden tests appoint a lead':
    'Seuls ceux qui voient les tests cachés désignent un responsable',
  'Only those who see hidden tests hide and reveal them':
    'Seuls ceux qui voient les tests cachés les cachent et les dévoilent',
  "A test can't go from {1} to {2}": 'Un test ne peut pas passer de {1} à {2}',
  'The scenario has {1} {2}': 'Le scénario a encore {1} {2}',
  "A test that is {1} can't be retested": 'Un test au statut {1} ne peut pas être retesté',
  'The test already has {1} runs, which is the limit': 'Le test a déjà {1} passages, c’est la limite',
  "The new run has records: it can't be undone":
    'Le nouveau passage a des enregistrements : il ne peut pas être annulé',
  'No test of the mission was executed': 'Aucun test de la mission n’a été exécuté',
  'The test has only one run': 'Le test n’a qu’un passage',
  "The test was executed: it can't be removed": 'Le test a été exécuté : il ne peut pas être retiré',
  "The test has evidence: it can't be removed": 'Le test a des preuves : il ne peut pas être retiré',
  "The test has detections: it can't be removed": 'Le test a des détections : il ne peut pas être retiré',
  "A remediation names the test: it can't be removed":
    'Une remédiation nomme le test : il ne peut pas être retiré',
  "A finding names the test: it can't be removed": 'Un constat nomme le test : il ne peut pas être retiré',
  'The scenario of the test was removed': 'Le scénario du test a été retiré',
  'The test would follow itself: {1}': 'Le test se suivrait lui-même : {1}',
  "The evidence is of a closed run and can't be {1}":
    'La preuve est d’un passage clos et ne peut pas être {1}',
  'One person can have at most {1} open event streams':
    'Une personne peut avoir {1} flux d’événements ouverts au plus',
  'Too many event streams are open: read the activity instead':
    'Trop de flux d’événements sont ouverts : lisez plutôt l’activité',
  'The session ended during the upload': 'La session s’est terminée pendant l’envoi',
  'Only the current run of a test takes alerts': 'Seule l’exécution en cours d’un test accepte des alertes',
  'The alert was decided before: undo that first':
    'L’alerte a déjà été traitée : annulez d’abord cette décision',
  'The alert waits for a decision': 'L’alerte attend une décision',
  'A finding names its evidence: take it out there first':
    'Un constat cite sa preuve : retirez-la d’abord de celui-ci',
  'The replay is not open yet': 'Le rejeu n’est pas encore ouvert',
  "The lead has not shown blue's sightings to red":
    'Le responsable n’a pas montré à la red team les observations de la blue team',
  'Only the current run of a test takes sightings':
    'Seule l’exécution en cours d’un test accepte des observations',
  'The sighting was decided before: undo that first':
    'L’observation a déjà été traitée : annulez d’abord cette décision',
  'The sighting waits for a decision': 'L’observation attend une décision',
  'The sighting was changed meanwhile': 'L’observation a été modifiée entre-temps',
  'The sighting has files: delete those first': 'L’observation a des fichiers : supprimez-les d’abord',
  'A sighting can have {1} files': 'Une observation peut avoir {1} fichiers',
  'there are already {1} sightings, which is the limit': 'il y a déjà {1} observations, c’est la limite',
  'must not be before its time': 'ne peut pas précéder l’heure',
  'is not an alert of this mission': 'n’est pas une alerte de cette mission',
  'The detection was changed since: change it there':
    'La détection a été modifiée depuis : modifiez-la directement',
  'The alerts need more memory than matching may take: decide on some rules as a whole':
    'Les alertes demandent plus de mémoire que leur rapprochement ne peut en prendre : traitez des règles entières',
  'Matching the alerts takes too long: decide on some rules as a whole':
    'Le rapprochement des alertes prend trop de temps : traitez des règles entières',
  'The thread that matched the alerts ended unexpectedly: ask again':
    'Le rapprochement des alertes s’est interrompu : réessayez',
  "The detection is of a closed run and can't be changed":
    'La détection est d’un passage clos et ne peut pas être modifiée',
  'With this file, {1} exceeds the limit of {2} MiB': 'Avec ce fichier, {1} dépasse la limite de {2} Mio',
  'no test template has the id {1}': 'aucun modèle de test n’a l’identifiant {1}',
  'the mission would have {1} tests; the limit is {2}': 'la mission aurait {1} tests ; la limite est {2}',
  'the mission would have more than {1} MiB of text in its tests':
    'la mission aurait plus de {1} Mio de texte dans ses tests',
  'is only for the move to completed': 'ne vaut que pour le passage à completed',
  'is only for the move to executed': 'ne vaut que pour le passage à executed',
  "can't change when a review is undone": 'ne peut pas changer quand une revue est annulée',
  'must not be before started_at': 'ne doit pas précéder started_at',
  'must not be before executed_at': 'ne doit pas précéder executed_at',
  'must not be after ended_at': 'ne doit pas suivre ended_at',
  'must be the name or the address of one host': 'doit être le nom ou l’adresse d’un seul hôte',
  'there would be {1}; the limit is {2}': 'il y en aurait {1} ; la limite est {2}',
  'the mission already has {1} scenarios, which is the limit':
    'la mission a déjà {1} scénarios, c’est la limite',
  'is given together with owner': 'est indiqué avec owner',
  'is only for the status verified': 'ne vaut que pour le statut verified',
  'is not one of its tests': 'n’est pas l’un de ses tests',
  'is not an executed run of this test': 'n’est pas un passage exécuté de ce test',
  'the mission already has {1} remediations, which is the limit':
    'la mission a déjà {1} remédiations, c’est la limite',
  'the scenario has {1} other tests': 'le scénario a {1} autres tests',
  'the mission has no scenario with the id {1}': 'la mission n’a pas de scénario d’identifiant {1}',
  'leaves out {1} of {2}': 'en omet {1} sur {2}',
  'no member of the mission has the id {1}': 'aucun membre de la mission n’a l’identifiant {1}',
  'is not a test of this mission': 'n’est pas un test de cette mission',
  'is not the id of an event': 'n’est pas l’identifiant d’un événement',
  'is also to be added': 'doit aussi être ajouté',
  'a test would have {1} tags; the limit is {2}': 'un test aurait {1} tags ; la limite est {2}',
  'must not contain a NUL character': 'ne doit pas contenir de caractère NUL',
  'there are already {1} detections, which is the limit': 'il y a déjà {1} détections, c’est la limite',
  'the organisation has no tool with the id {1}': 'l’organisation n’a pas d’outil d’identifiant {1}',
  'must have at most {1} characters': 'doit compter {1} caractères au plus',
  'must be {1}': 'doit être {1}',
  'is needed, or test_template_ids, or engagement_id':
    'est nécessaire, ou test_template_ids, ou engagement_id',
  'is only for a test by hand': 'ne vaut que pour un test à la main',
  "can't be given together with test_template_ids": 'ne peut pas être indiqué avec test_template_ids',
  'is needed with task_external_ids': 'est nécessaire avec task_external_ids',
  'is needed with engagement_id': 'est nécessaire avec engagement_id',
  'is listed twice': 'figure deux fois',
  'must not be sent with detection_level_id': 'ne doit pas être envoyé avec detection_level_id',
  'needed unless something else is named': 'nécessaire si rien d’autre n’est indiqué',
  'must be the name of a field': 'doit être le nom d’un champ',
  'may have letters, digits, _, . and -': 'peut contenir lettres, chiffres, _, . et -',
  'has more than {1}': 'en a plus de {1}',
  'names more than {1}': 'en nomme plus de {1}',
  'a template names no tools: tools belong to an organisation':
    'un modèle ne nomme pas d’outils : ils appartiennent à une organisation',
  'is given together with user': 'est indiqué avec user',
  'is needed, or a name': 'est nécessaire, ou un nom',
  "can't be given together with scenario_template_ids": 'ne peut pas être indiqué avec scenario_template_ids',
  'the mission has no test with the id {1}': 'la mission n’a pas de test d’identifiant {1}',
  "the test {1} is {2}: it can't be retested": 'le test {1} est au statut {2} : il ne peut pas être retesté',
  'there is no {1} with the id {2}': 'inexistant : {1} d’identifiant {2}',
  'there are {1} tests, from 0': 'il y a {1} tests, comptés à partir de 0',
  'is hidden, and what follows it is not': 'est caché, mais pas le test qui le suit',
  "The mission is completed: its tests can't change missions until it is reopened":
    'La mission est terminée : ses tests ne peuvent pas changer de mission tant qu’elle n’est pas rouverte',
  'is the mission itself': 'est la mission elle-même',
  'there is no mission with the id {1}': 'il n’y a pas de mission avec l’ID {1}',
  'must be at most {1}': 'doit être au plus {1}',
  'A finding or a remediation is about hidden tests that would leave: reveal them, or name a test that everybody sees':
    'Un constat ou une remédiation porte sur des tests cachés qui partiraient : dévoilez-les, ou nommez un test que tout le monde voit',
  'Others have seen it: hide it again instead': 'D’autres l’ont déjà vu : cachez-le plutôt de nouveau',
  'Everybody would see it: reveal its hidden tests first, or name a test that everybody sees':
    'Tout le monde le verrait : dévoilez d’abord les tests cachés, ou nommez un test que tout le monde voit',
  'is named twice': 'est nommé deux fois',
  'what you have uploaded': 'ce que vous avez envoyé',
  'says nothing where any result is expected': 'ne dit rien là où tout résultat est attendu',
  'the evidence of this mission': 'l’ensemble des preuves de cette mission',
  'the evidence of this engagement': 'l’ensemble des preuves de cet engagement',
  'is only for the move to reviewed_by_blue': 'est réservé au passage à reviewed_by_blue',
  'is not of this mission': 'n’appartient pas à cette mission',
  'is required': 'est requis',
};
