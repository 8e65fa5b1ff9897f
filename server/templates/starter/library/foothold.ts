import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const windows = { platforms: ['windows'] };

export const foothold: StarterScenario = {
  name: 'Foothold and first look around',
  description:
    'The first minutes on a Windows workstation: a script runs where none should, and somebody finds out where they are. Shows whether discovery in a burst stands out from what administrators do all day.',
  tags: ['windows', 'initial access', 'discovery'],
  tests: [
    {
      key: 'mail-with-attachment',
      technique: 'T1566.001',
      name: 'Mail with a script in an archive',
      description:
        'A mail with a harmless script in an archive comes from outside to a mailbox of the exercise.',
      objective: 'See whether it is stopped, marked, or simply delivered.',
      procedure:
        'Send it from a host of the exercise outside of your network, with Windows PowerShell. Keep the answer of the mail server, and look in the mailbox, in its junk folder and in the quarantine. Delete the message there afterwards.',
      command:
        'Set-Content "$env:TEMP\\invoice.js" "// damson exercise"\nCompress-Archive "$env:TEMP\\invoice.js" "$env:TEMP\\invoice.zip" -Force\nSend-MailMessage -SmtpServer #{mail_server} -From #{sender} -To #{recipient} -Subject "Invoice 2031" -Body "Please see the attachment." -Attachments "$env:TEMP\\invoice.zip"',
      cleanup_command: 'Remove-Item "$env:TEMP\\invoice.js", "$env:TEMP\\invoice.zip"',
      expected_detection:
        'Log of the mail gateway: an archive with a script in it from a sender that is new, whose domain does not vouch for the host (SPF); rejected or put into quarantine.',
      ...windows,
      opsec: 'medium',
      tags: ['mail', 'powershell'],
      expectations: [prevented, logged],
      variables: {
        mail_server: 'mail.exercise.example',
        sender: 'accounts@collector.example',
        recipient: 'damson.exercise@exercise.example',
      },
    },
    {
      key: 'script-from-downloads',
      technique: 'T1204.002',
      name: 'Script opened from the downloads folder',
      description:
        'A person opens a script that came in an archive. The script itself does nothing but leave a line in a file.',
      objective: 'Begin where most intrusions begin: with a double click.',
      procedure:
        '1. Put invoice.js into the downloads folder of the exercise account, with this line:\nnew ActiveXObject("Scripting.FileSystemObject").CreateTextFile(new ActiveXObject("WScript.Shell").ExpandEnvironmentStrings("%TEMP%") + "\\\\damson-foothold.txt", true).WriteLine("damson");\n2. Open it by a double click in Explorer, not from a console, so that the parent process is the real one.\n3. Note the time to the second.',
      command: 'wscript.exe "%USERPROFILE%\\Downloads\\invoice.js"',
      cleanup_command: 'del "%USERPROFILE%\\Downloads\\invoice.js" "%TEMP%\\damson-foothold.txt"',
      expected_detection:
        'Process creation of wscript.exe by explorer.exe with a script below Downloads as its argument; file creation by wscript.exe in the temporary folder.',
      ...windows,
      opsec: 'medium',
      tags: ['user execution'],
      expectations: [alerted('medium', 15), logged],
    },
    {
      key: 'encoded-powershell',
      technique: 'T1059.001',
      name: 'Encoded PowerShell command',
      description:
        'PowerShell is started with a command that is hidden from a glance at the command line. Decoded it says whoami.',
      objective: 'Run a script without its text being readable in the process list.',
      procedure:
        '1. Run the command from the foothold as the exercise account, without elevation.\n2. Keep the output.\n3. Ask blue for the decoded text: seeing that something was encoded is half of the detection.',
      command: 'powershell.exe -NoProfile -WindowStyle Hidden -EncodedCommand dwBoAG8AYQBtAGkA',
      cleanup_command: null,
      expected_detection:
        'Process creation of powershell.exe with -EncodedCommand; PowerShell event 4104 (script block) with the decoded text.',
      ...windows,
      opsec: 'medium',
      tags: ['powershell'],
      expectations: [alerted('medium', 5), logged],
    },
    {
      key: 'whoami-all',
      technique: 'T1033',
      name: 'Who am I on this host',
      description: 'The account, its groups and its privileges are listed with what Windows brings along.',
      objective: 'Learn which account the foothold runs under and what it may do.',
      procedure:
        'Run the command from the foothold and keep its output. Run the next discovery tests within five minutes of it, as an intruder would.',
      command: 'whoami /all',
      cleanup_command: null,
      expected_detection:
        'Process creation of whoami.exe by a script host or by PowerShell, which administrators seldom do.',
      ...windows,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'local-accounts-windows',
      technique: 'T1087.001',
      name: 'List local accounts and administrators',
      description: 'Local users and the members of the administrators group are listed.',
      objective: 'Find accounts that are worth taking over on this host.',
      procedure: 'Run both commands in one console and keep their output.',
      command: 'net user & net localgroup administrators',
      cleanup_command: null,
      expected_detection:
        'Process creation of net.exe and net1.exe; security event 4799 (members of a security-enabled local group were listed).',
      ...windows,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'process-list',
      technique: 'T1057',
      name: 'List processes with their owners',
      description: 'Every process is listed with the account that runs it.',
      objective: 'Recognise the security products that are running, and people who are signed in.',
      procedure:
        'Run the command and look in its output for the sensor of the exercise; note its process name.',
      command: 'tasklist /v /fo csv',
      cleanup_command: null,
      expected_detection:
        'Process creation of tasklist.exe close to other discovery commands of the same account.',
      ...windows,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'system-information',
      technique: 'T1082',
      name: 'Read system information',
      description: 'Version, patches, domain and hardware of the host are read in one go.',
      objective: 'Learn the patch level and whether this is a virtual machine.',
      procedure: 'Run the command and keep its output.',
      command: 'systeminfo',
      cleanup_command: null,
      expected_detection: 'Process creation of systeminfo.exe by an account that is no administrator.',
      ...windows,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [],
    },
    {
      key: 'network-configuration-windows',
      technique: 'T1016',
      name: 'Read the network configuration',
      description: 'Addresses, routes and neighbours of the host are listed.',
      objective: 'Find further networks, name servers and hosts close by.',
      procedure:
        'Run the commands in one console, right after the other discovery tests, and note the time of the last.',
      command: 'ipconfig /all & route print & arp -a',
      cleanup_command: null,
      expected_detection:
        'Five or more discovery commands by one account on one host within five minutes: a rule over all of them, not over one.',
      ...windows,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [alerted('low', 30), logged],
    },
  ],
};
