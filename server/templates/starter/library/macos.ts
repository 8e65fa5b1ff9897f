import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const macos = { platforms: ['macos'] };

export const mac: StarterScenario = {
  name: 'A Mac',
  description:
    'A laptop of somebody in the office: a script runs, stays, asks for a password and looks at the screen. Shows what is known of Macs where most rules are written for Windows.',
  tags: ['macos', 'endpoint'],
  tests: [
    {
      key: 'osascript-shell',
      technique: 'T1059.002',
      name: 'Shell command by AppleScript',
      description: 'AppleScript starts a shell command that says who and where it is.',
      objective: 'Begin as most malicious documents and installers for the Mac do.',
      procedure: 'Run the command in Terminal as the exercise account, and keep its output.',
      command: `osascript -e 'do shell script "id; sw_vers; hostname"'`,
      cleanup_command: null,
      expected_detection:
        'Execution of osascript with “do shell script”; /bin/sh as a child of osascript (process events of the endpoint sensor).',
      ...macos,
      opsec: 'medium',
      tags: ['applescript'],
      expectations: [alerted('medium', 15), logged],
    },
    {
      key: 'security-software-mac',
      technique: 'T1518.001',
      name: 'Look for security software',
      description: 'System extensions and processes are listed, in search of whatever is watching.',
      objective: 'Know which product is on guard before anything louder is tried.',
      procedure: 'Run the command and note whether the sensor of the exercise is in its output.',
      command:
        "systemextensionsctl list; ps -axo user,comm | grep -iE 'security|defender|falcon|sentinel|wdav|jamf' | grep -v grep",
      cleanup_command: null,
      expected_detection: 'Execution of systemextensionsctl by a person who is no administrator of Macs.',
      ...macos,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'launch-agent',
      technique: 'T1543.001',
      name: 'Launch agent of one’s own',
      description:
        'A launch agent is added that writes the date to a file at every sign-in and once an hour.',
      objective: 'Come back at every sign-in without administrator rights.',
      procedure:
        '1. Run the command as the exercise account.\n2. Note whether the system showed that a background item was added.\n3. Clean up once blue has looked.',
      command: `mkdir -p ~/Library/LaunchAgents && cat > ~/Library/LaunchAgents/org.damson.exercise.plist <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>org.damson.exercise</string>
  <key>ProgramArguments</key>
  <array><string>/bin/sh</string><string>-c</string><string>date &gt;&gt; /tmp/damson-agent</string></array>
  <key>RunAtLoad</key><true/>
  <key>StartInterval</key><integer>3600</integer>
</dict>
</plist>
END
launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/org.damson.exercise.plist`,
      cleanup_command:
        'launchctl bootout gui/$(id -u)/org.damson.exercise; rm -f ~/Library/LaunchAgents/org.damson.exercise.plist /tmp/damson-agent',
      expected_detection:
        'A new file below Library/LaunchAgents whose program is a shell; the background item that macOS reports (BTM, macOS 13 and later); launchctl with bootstrap.',
      ...macos,
      opsec: 'medium',
      tags: ['persistence'],
      expectations: [alerted('high', 15), logged],
    },
    {
      key: 'shell-profile',
      technique: 'T1546.004',
      name: 'Line in the shell’s profile',
      description: 'A line is added to the file that every new Terminal window reads.',
      objective: 'Run whenever the person opens a terminal.',
      procedure:
        'Add the line, open a new Terminal window, check that /tmp/damson-zsh was written, and clean up.',
      command: "echo 'date >> /tmp/damson-zsh # damson-exercise' >> ~/.zshrc",
      cleanup_command: "sed -i '' '/damson-exercise/d' ~/.zshrc; rm -f /tmp/damson-zsh",
      expected_detection:
        'Change of .zshrc by anything but an editor; a burst of the same write on many Macs.',
      ...macos,
      opsec: 'low',
      tags: ['persistence'],
      expectations: [logged],
    },
    {
      key: 'keychain-decoy',
      technique: 'T1555.001',
      name: 'Read a password from the keychain',
      description:
        'A decoy is put into the keychain and read back in clear, and the entries of the keychain are counted without their secrets.',
      objective: 'Take what the keychain gives to whoever runs as its owner.',
      procedure:
        'Run the commands in Terminal as the exercise account. The decoy is the only secret that is read. Deny any dialogue that asks for more.',
      command: `security add-generic-password -U -a damson -s damson-exercise -w decoy
security find-generic-password -s damson-exercise -w
security dump-keychain | grep -c '"svce"'`,
      cleanup_command: 'security delete-generic-password -s damson-exercise',
      expected_detection:
        'Execution of security with find-generic-password or dump-keychain outside of what manages Macs here.',
      ...macos,
      opsec: 'medium',
      tags: ['credential access', 'canary data'],
      expectations: [alerted('high', 15), logged],
    },
    {
      key: 'password-prompt',
      technique: 'T1056.002',
      name: 'Dialogue that asks for a password',
      description:
        'A dialogue that looks like one of the system asks for a password. The word that is typed is not kept.',
      objective: 'See whether a false prompt is noticed by the person, and by the sensor.',
      procedure:
        'Tell the person at the Mac beforehand, and have them type the word damson and nothing else. The command says only how long the answer was.',
      command: `osascript -e 'set answer to text returned of (display dialog "Damson exercise: type the word damson to go on." default answer "" with title "System Settings" with icon caution with hidden answer)' -e 'return "typed: " & (length of answer)'`,
      cleanup_command: null,
      expected_detection:
        'Execution of osascript with “hidden answer” in its arguments; a question of the person to the help desk.',
      ...macos,
      opsec: 'medium',
      tags: ['applescript', 'social engineering'],
      expectations: [alerted('high', 15), logged],
    },
    {
      key: 'quarantine-removed',
      technique: 'T1553.001',
      name: 'Take the quarantine off a download',
      description:
        'A harmless script gets the mark that downloads have, loses it again, and runs without a question.',
      objective: 'Run something from outside without the check that Gatekeeper makes.',
      procedure: 'Run the commands in Terminal as the exercise account, and keep the output.',
      command: `f=~/Downloads/damson-exercise.command
printf '#!/bin/sh\\necho damson\\n' > "$f" && chmod +x "$f"
xattr -w com.apple.quarantine "0081;00000000;Damson;" "$f"
xattr -d com.apple.quarantine "$f" && "$f"`,
      cleanup_command: 'rm -f ~/Downloads/damson-exercise.command',
      expected_detection:
        'Execution of xattr with -d com.apple.quarantine, close to the start of the same file; stopped where a policy allows signed programs only.',
      ...macos,
      opsec: 'medium',
      tags: ['defence evasion'],
      expectations: [prevented, alerted('medium', 15)],
    },
    {
      key: 'screenshot-mac',
      technique: 'T1113',
      name: 'Picture of the screen',
      description: 'A picture of the screen is taken without a sound and without a window.',
      objective: 'Read what the person reads.',
      procedure:
        'Close everything that is confidential first. Run the command, look whether the picture shows windows or only the desktop: without the permission for screen recording it is the latter.',
      command: 'screencapture -x /tmp/damson-screen.png && ls -l /tmp/damson-screen.png',
      cleanup_command: 'rm -f /tmp/damson-screen.png',
      expected_detection:
        'Execution of screencapture by a terminal; a request for the permission to record the screen (TCC).',
      ...macos,
      opsec: 'low',
      tags: ['collection'],
      expectations: [logged],
    },
  ],
};
