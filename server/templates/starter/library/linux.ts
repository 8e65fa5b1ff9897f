import { alerted, logged, type StarterScenario } from './shape.ts';

const linux = { platforms: ['linux'] };

export const linuxServer: StarterScenario = {
  name: 'A Linux server',
  description:
    'A shell on a server that runs a web application: somebody looks around, stays, and widens what they may do. Shows what is known of hosts that have no screen.',
  tags: ['linux', 'server'],
  tests: [
    {
      key: 'shell-of-web-server',
      technique: 'T1059.004',
      name: 'Shell under the account of the web server',
      description:
        'A shell is started by the account that serves the web application, which never needs one.',
      objective: 'Do what somebody does who has found a way to run commands in the application.',
      procedure:
        'Run the command as root of the exercise host; it takes on the account of the web server. Keep the output.',
      command: 'runuser -u www-data -- /bin/sh -c "id; uname -a; pwd"',
      cleanup_command: null,
      expected_detection:
        'Execution of a shell by the account of the web server (auditd execve, or the sensor’s process events).',
      ...linux,
      opsec: 'medium',
      tags: ['web application'],
      expectations: [alerted('high', 10), logged],
    },
    {
      key: 'file-in-web-root',
      technique: 'T1505.003',
      name: 'New file in the web root',
      description:
        'A file with the ending of a script appears where the web server looks for pages. It holds one line of text and runs nothing.',
      objective: 'Leave a door behind that opens with a web request.',
      procedure:
        'Run the command as root of the exercise host; the file is written by the account of the web server. Ask for it once with curl, so that the access log has it, and clean up.',
      command:
        'runuser -u www-data -- /bin/sh -c "echo damson exercise > #{web_root}/damson-exercise.php" && curl -sS http://localhost/damson-exercise.php',
      cleanup_command: 'rm -f #{web_root}/damson-exercise.php',
      expected_detection:
        'A new script below the web root that no deployment has brought (file integrity, or auditd on the folder); the first request for a page that did not exist yesterday.',
      ...linux,
      opsec: 'medium',
      tags: ['web application', 'persistence'],
      expectations: [alerted('high', 30), logged],
      variables: { web_root: '/var/www/html' },
    },
    {
      key: 'local-accounts-linux',
      technique: 'T1087.001',
      name: 'List the accounts of the server',
      description: 'Accounts with a shell are read from the file in which all of them stand.',
      objective: 'Find accounts that are worth taking over.',
      procedure: 'Run the command in the shell of the test before.',
      command: "awk -F: '$7 !~ /(nologin|false)$/ {print $1, $3, $7}' /etc/passwd; getent group sudo wheel",
      cleanup_command: null,
      expected_detection: 'Reads of /etc/passwd by an interactive shell of a service account.',
      ...linux,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'network-configuration-linux',
      technique: 'T1016',
      name: 'Read addresses, routes and name servers',
      description: 'What the server knows of its network is listed.',
      objective: 'Find networks that only servers reach.',
      procedure: 'Run the command right after the test before.',
      command: 'ip -brief address; ip route; cat /etc/resolv.conf; ss -tlnp',
      cleanup_command: null,
      expected_detection: 'A burst of discovery commands by one account within a minute.',
      ...linux,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [],
    },
    {
      key: 'setuid-search',
      technique: 'T1548.001',
      name: 'Look for programs that run as root',
      description: 'The disk is searched for programs with the setuid bit, and one is made.',
      objective: 'Find, and leave, a way to become root.',
      procedure: 'The second command needs root and leaves a copy of a harmless program. Clean up at once.',
      command:
        'find / -xdev -perm -4000 -type f 2>/dev/null; cp /usr/bin/id /tmp/damson-id && chmod u+s /tmp/damson-id',
      cleanup_command: 'rm /tmp/damson-id',
      expected_detection:
        'chmod of the setuid bit on a file below /tmp (auditd fchmodat); a search of the whole disk with -perm.',
      ...linux,
      opsec: 'medium',
      tags: ['needs elevation'],
      expectations: [alerted('high', 15), logged],
    },
    {
      key: 'cron-job',
      technique: 'T1053.003',
      name: 'Cron job of one’s own',
      description: 'A job is added that writes the date to a file once an hour.',
      objective: 'Come back without a process that is running all the time.',
      procedure: 'Add the job as the exercise account, list it, and clean up once blue has looked.',
      command: '(crontab -l 2>/dev/null; echo "17 * * * * date >> /tmp/damson-cron # damson") | crontab -',
      cleanup_command: "crontab -l | grep -v '# damson' | crontab -; rm -f /tmp/damson-cron",
      expected_detection:
        'Change of a file below /var/spool/cron; CRON and crontab entries in the system log.',
      ...linux,
      opsec: 'medium',
      tags: ['persistence'],
      expectations: [alerted('medium', 30), logged],
    },
    {
      key: 'systemd-timer',
      technique: 'T1053.006',
      name: 'Timer of systemd',
      description:
        'A timer of the exercise account runs a harmless command every hour, without a file of its own.',
      objective: 'Come back without a cron job, where many look only for those.',
      procedure:
        'Run the command as the exercise account, list the timers, and clean up once blue has looked.',
      command:
        'systemd-run --user --unit=damson-exercise --on-calendar=hourly /bin/date && systemctl --user list-timers damson-exercise.timer',
      cleanup_command: 'systemctl --user stop damson-exercise.timer',
      expected_detection:
        'Execution of systemd-run with --on-calendar; a transient unit below /run/user (journal of the user’s systemd).',
      ...linux,
      opsec: 'low',
      tags: ['persistence'],
      expectations: [logged],
    },
    {
      key: 'authorised-key',
      technique: 'T1098.004',
      name: 'Add a key to an account',
      description: 'A public key, whose private half is thrown away, is added to the keys that may sign in.',
      objective: 'Sign in later without a password.',
      procedure:
        'Use the exercise account. The private key is deleted at once, so the door can’t be used by anybody.',
      command:
        'ssh-keygen -q -t ed25519 -N "" -C damson-exercise -f /tmp/damson-key && mkdir -p ~/.ssh && cat /tmp/damson-key.pub >> ~/.ssh/authorized_keys && rm /tmp/damson-key',
      cleanup_command: "sed -i '/damson-exercise/d' ~/.ssh/authorized_keys; rm -f /tmp/damson-key.pub",
      expected_detection: 'Write to an authorized_keys file by anything but the tool that manages keys here.',
      ...linux,
      opsec: 'medium',
      tags: ['persistence', 'ssh'],
      expectations: [alerted('high', 15), logged],
    },
    {
      key: 'shell-history',
      technique: 'T1552.003',
      name: 'Read the histories of shells',
      description: 'The commands that people typed are searched for passwords.',
      objective: 'Find a password that was typed into a command.',
      procedure:
        'Put a decoy line with a made-up password into a history first. Run the command as root, and note only whether the decoy was found.',
      command:
        "grep -hiE 'passw|token|secret' /home/*/.bash_history /root/.bash_history 2>/dev/null | head -20",
      cleanup_command: null,
      expected_detection: 'Reads of several people’s .bash_history by one process.',
      ...linux,
      opsec: 'low',
      tags: ['credential access', 'needs elevation'],
      expectations: [logged],
    },
    {
      key: 'private-keys',
      technique: 'T1552.004',
      name: 'Look for private keys',
      description: 'The disk is searched for files that hold a private key. Only their names are shown.',
      objective: 'Find the key that opens the next server.',
      procedure:
        'Put a decoy, an unused key called id_ed25519, into the home of the exercise account first. Run the command as root, and note how many keys lie where none should.',
      command:
        'grep -rlsE -e "-----BEGIN ([A-Z]+ )?PRIVATE KEY-----" /home /root /etc /opt 2>/dev/null | head -50',
      cleanup_command: null,
      expected_detection:
        'Reads of many files below several people’s homes by one process; access to the decoy (auditd watch).',
      ...linux,
      opsec: 'medium',
      tags: ['credential access', 'needs elevation'],
      expectations: [logged],
    },
    {
      key: 'port-scan',
      technique: 'T1046',
      name: 'Look for services of a neighbour',
      description: 'A few ports of another server are tried with what the shell brings along.',
      objective: 'Find what can be reached from here and not from outside.',
      procedure:
        'Choose a server of the exercise for #{target_host}. Run the command and compare its output with what the firewall between the two should let through.',
      command:
        'for port in 22 80 139 443 445 1433 3306 3389 5432 6379 8080 9200; do timeout 1 bash -c "echo > /dev/tcp/#{target_host}/$port" 2>/dev/null && echo "$port open"; done',
      cleanup_command: null,
      expected_detection:
        'Connections from one server to many ports of another within seconds, most of them refused (firewall, or network sensor).',
      ...linux,
      opsec: 'medium',
      tags: ['discovery burst', 'network'],
      expectations: [alerted('medium', 30), logged],
      variables: { target_host: 'target01' },
    },
    {
      key: 'tool-over-dns',
      technique: 'T1071.004',
      name: 'Talk to the outside by DNS',
      description: 'Thirty lookups with a random label each are sent to a domain of the exercise.',
      objective: 'Reach a server outside from a host that may not reach the web.',
      procedure:
        'Let a domain of the exercise, #{dns_domain}, be answered by a name server of yours. Count how many lookups arrive there.',
      command:
        'for i in $(seq 1 30); do getent hosts "$(head -c 20 /dev/urandom | od -An -tx1 | tr -d \' \\n\').#{dns_domain}"; sleep 1; done',
      cleanup_command: null,
      expected_detection:
        'Many lookups of long, random labels below one domain from one host within a minute.',
      ...linux,
      opsec: 'medium',
      tags: ['command and control', 'dns'],
      expectations: [alerted('medium', 30), logged],
      variables: { dns_domain: 'exercise.example' },
    },
  ],
};
