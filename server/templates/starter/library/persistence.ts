import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const windows = { platforms: ['windows'] };

export const persistence: StarterScenario = {
  name: 'Staying on the host',
  description:
    'Five ways to come back after a restart of a Windows host, from the most common to one that is seldom looked for, and two ways not to be seen there. What can be taken back has a clean-up.',
  tags: ['windows', 'persistence'],
  tests: [
    {
      key: 'scheduled-task',
      technique: 'T1053.005',
      name: 'Scheduled task at sign-in',
      description: 'A task is made that runs a command whenever the exercise account signs in.',
      objective: 'Come back after a restart, whoever of the exercise signs in.',
      procedure:
        'Needs an elevated console: only administrators may make tasks that begin at a sign-in.\n1. Make the task.\n2. Sign out and in again, and check that it ran.\n3. Clean up once blue has looked.',
      command: 'schtasks /create /tn DamsonExercise /sc onlogon /tr "cmd.exe /c echo damson"',
      cleanup_command: 'schtasks /delete /tn DamsonExercise /f',
      expected_detection:
        'Security event 4698 (a scheduled task was created) whose action is a command interpreter; process creation of schtasks.exe with /create.',
      ...windows,
      opsec: 'medium',
      tags: ['scheduled task', 'needs elevation'],
      expectations: [alerted('medium', 15), logged],
    },
    {
      key: 'run-key',
      technique: 'T1547.001',
      name: 'Run key of the current user',
      description: 'A value below the Run key starts a command at every sign-in of one account.',
      objective: 'Come back at every sign-in without administrator rights.',
      procedure:
        '1. Write the value.\n2. Read it back with reg query and keep the output.\n3. Clean up once blue has looked.',
      command:
        'reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Damson /d "cmd.exe /c echo damson" /f',
      cleanup_command: 'reg delete HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Damson /f',
      expected_detection: 'Registry write below CurrentVersion\\Run (Sysmon event 13) by reg.exe.',
      ...windows,
      opsec: 'medium',
      tags: ['registry'],
      expectations: [alerted('medium', 15), logged],
    },
    {
      key: 'new-service',
      technique: 'T1543.003',
      name: 'New service that starts by itself',
      description:
        'A service is installed whose program is a command interpreter. It fails to start, which is enough.',
      objective: 'Run as the system account after every restart.',
      procedure:
        'Needs an elevated console. Install the service, try to start it, and keep the output of both.',
      command:
        'sc.exe create DamsonExercise binPath= "cmd.exe /c echo damson" start= auto & sc.exe start DamsonExercise',
      cleanup_command: 'sc.exe delete DamsonExercise',
      expected_detection:
        'System event 7045 (a service was installed) with a program that is no service; security event 4697 where it is audited.',
      ...windows,
      opsec: 'high',
      tags: ['service', 'needs elevation'],
      expectations: [alerted('high', 10), logged],
    },
    {
      key: 'new-administrator',
      technique: 'T1136.001',
      name: 'New local administrator',
      description: 'A local account is made and put among the administrators.',
      objective: 'Have an account of one’s own that survives a change of passwords.',
      procedure:
        'Needs an elevated console. Choose a password for #{new_password} that meets the policy of the host. Do not sign in with the account.',
      command: 'net user damson.svc #{new_password} /add & net localgroup administrators damson.svc /add',
      cleanup_command: 'net user damson.svc /delete',
      expected_detection:
        'Security events 4720 (a user account was created) and 4732 (a member was added to a local group) within a minute, outside of the hours and the tool in which accounts are made here.',
      ...windows,
      opsec: 'high',
      tags: ['accounts', 'needs elevation'],
      expectations: [alerted('high', 5), logged],
      variables: { new_password: 'Damson-Exercise-1!' },
    },
    {
      key: 'wmi-subscription',
      technique: 'T1546.003',
      name: 'WMI event subscription',
      description:
        'A filter, a consumer and their binding start a command once a certain process begins. Nothing of it is a file.',
      objective: 'Come back by a way that few look for.',
      procedure:
        'Needs an elevated PowerShell.\n1. Run the command: it makes the filter, the consumer and the binding.\n2. List them with Get-CimInstance and keep the output.\n3. Clean up once blue has looked.',
      command:
        '$n = @{ Namespace = "root/subscription" }\n$f = New-CimInstance @n -ClassName __EventFilter -Property @{ Name = "Damson"; EventNamespace = "root/cimv2"; QueryLanguage = "WQL"; Query = "SELECT * FROM __InstanceCreationEvent WITHIN 60 WHERE TargetInstance ISA \'Win32_Process\' AND TargetInstance.Name = \'damson.exe\'" }\n$c = New-CimInstance @n -ClassName CommandLineEventConsumer -Property @{ Name = "Damson"; CommandLineTemplate = "cmd.exe /c echo damson" }\nNew-CimInstance @n -ClassName __FilterToConsumerBinding -Property @{ Filter = [Ref]$f; Consumer = [Ref]$c }',
      cleanup_command:
        'Get-CimInstance -Namespace root/subscription -ClassName __FilterToConsumerBinding | Where-Object { $_.Filter.Name -eq "Damson" } | Remove-CimInstance\nGet-CimInstance -Namespace root/subscription -ClassName __EventFilter -Filter "Name=\'Damson\'" | Remove-CimInstance\nGet-CimInstance -Namespace root/subscription -ClassName CommandLineEventConsumer -Filter "Name=\'Damson\'" | Remove-CimInstance',
      expected_detection: 'Sysmon events 19, 20 and 21 (filter, consumer, binding); WMI activity event 5861.',
      ...windows,
      opsec: 'medium',
      tags: ['wmi', 'needs elevation'],
      expectations: [alerted('high', 30), logged],
    },
    {
      key: 'clear-event-log',
      technique: 'T1685.005',
      name: 'Clear an event log',
      description: 'A log that nobody needs is emptied, as an intruder would empty the security log.',
      objective: 'Take away what was written about the tests before.',
      procedure:
        'Needs an elevated console. Agree with blue that this log may go; never clear the security log of a host in use.',
      command: 'wevtutil.exe cl "Windows PowerShell"',
      cleanup_command: null,
      expected_detection:
        'System event 104 (a log file was cleared); process creation of wevtutil.exe with cl.',
      ...windows,
      opsec: 'high',
      tags: ['covering tracks', 'needs elevation'],
      expectations: [alerted('high', 5), logged],
    },
    {
      key: 'defender-exclusion',
      technique: 'T1685',
      name: 'Exclude a folder from the virus scanner',
      description: 'A folder is put on the list of what Microsoft Defender does not look at.',
      objective: 'Have a place for tools that are known to every scanner.',
      procedure:
        'Needs an elevated PowerShell. Where tamper protection is on, the command is expected to fail: keep the error.',
      command: 'New-Item -ItemType Directory C:\\Damson -Force; Add-MpPreference -ExclusionPath C:\\Damson',
      cleanup_command: 'Remove-MpPreference -ExclusionPath C:\\Damson; Remove-Item C:\\Damson -Recurse',
      expected_detection:
        'Defender event 5007 (its configuration has changed) with a value below Exclusions\\Paths; refused where tamper protection or a policy forbids it.',
      ...windows,
      opsec: 'high',
      tags: ['defence impairment', 'needs elevation'],
      expectations: [prevented, alerted('high', 5)],
    },
  ],
};
