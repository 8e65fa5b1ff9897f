import type { Severity } from '../../../domain/outcomes.ts';
import type { ColumnField, ColumnFields } from '../formats/csv/columns.ts';

const field = (name: string, label: string, heads = ''): ColumnField => ({
  name,
  label,
  heads: heads.split(' '),
});

/** Fields of an alert that a column of a table may be for, in display order. */
const fields: readonly ColumnField[] = [
  field(
    'occurred_at',
    'Time',
    'eventtime activitytime occurredat timeofevent timestamp datetime eventtimestamp eventdatetime firstactivity firstactivitytime firstseen starttime startedat start eventdate date when zeit zeitstempel datum horodatage heure',
  ),
  field(
    'recorded_at',
    'Alert time',
    'alerttimestamp alertedat timeofalert alertdate detectiontime detectedat detectiontimestamp createdat creationtime createdtime created timegenerated generatedat generated raisedat triggeredat reportedat ingestedat',
  ),
  field(
    'title',
    'Title',
    'alerttitle alertname alert name displayname detectionname detection finding findingtitle threatname threat eventname event headline subject titel titre',
  ),
  field(
    'rule_name',
    'Rule',
    'rulename detectionrule ruletitle signature signaturename signaturetitle analytic analyticname usecase correlationrule correlationsearch searchname policyname policy regel regle',
  ),
  field('rule_id', 'Rule ID', 'signatureid sid ruleuuid ruleguid analyticid sigmaid detectorid policyid'),
  field(
    'severity',
    'Severity',
    'alertseverity severityname level alertlevel priority urgency criticality risklevel risk schweregrad sévérité gravité',
  ),
  field(
    'hosts',
    'Host',
    'hosts hostname hosthostname computer computername device devicename endpoint endpointname machine machinename asset assetname agent agentname system systemname workstation server target targethost targethostname destinationhost desthost dest dvc affectedhost impactedasset',
  ),
  field(
    'addresses',
    'Address',
    'addresses ip ipaddress hostip deviceip endpointip localip internalip sourceip srcip sourceaddress src destinationip destip dstip',
  ),
  field(
    'users',
    'User',
    'users username useraccount account accountname loginname logonname principal actor subjectusername benutzer utilisateur',
  ),
  field('process_id', 'Process ID', 'pid processid processpid newprocessid'),
  field(
    'command_line',
    'Command line',
    'cmdline commandline command cmd processcommandline process processname image imagepath',
  ),
  field('parent_id', 'Parent process ID', 'ppid parentpid parentprocessid processparentpid'),
  field(
    'techniques',
    'Techniques',
    'techniqueid attackid technique mitreid mitreattack mitretechnique mitretechniques mitre ttp ttps attacktechniques attack',
  ),
  field(
    'message',
    'Message',
    'msg description alertdescription details detail summary text reason info log fulllog',
  ),
  field(
    'id',
    'Alert ID',
    'alertuuid alertguid id uid uuid guid findingid detectionid notableid externalid systemalertid caseid ticketid',
  ),
  field(
    'source',
    'Tool',
    'tool tools product productname vendor sensor sensorname provider source datasource detectedby origin',
  ),
  field('url', 'Link', 'url alerturl alertlink permalink href'),
];

export const alertFields: ColumnFields = { fields, times: ['occurred_at', 'recorded_at'], needed: [] };

/** Words for severities, also in the other languages of consoles. */
export const severityWords: Readonly<Record<Severity, string>> = {
  informational: 'informational info information notice debug hinweis',
  low: 'low minor niedrig gering faible bas basse',
  medium: 'medium med moderate warning mittel moyen moyenne',
  high: 'high major severe error hoch eleve elevee haut haute',
  critical: 'critical crit fatal emergency kritisch critique',
};
