import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const aws = { platforms: ['aws'] };

export const awsAccount: StarterScenario = {
  name: 'An AWS account',
  description:
    'Somebody has the access key of an engineer: they look around, take data, make a key of their own and turn a log off. Run it in an account of the exercise, with an identity made for it.',
  tags: ['cloud', 'aws'],
  tests: [
    {
      key: 'aws-identities',
      technique: 'T1087.004',
      name: 'Find out whose key it is',
      description: 'The identity behind a key is asked for, then the users and roles of the account.',
      objective: 'Learn what a stolen key is worth.',
      procedure:
        'Set the profile of the exercise identity (AWS_PROFILE) in a shell outside of the usual network. Run the commands and keep the output, also what was denied.',
      command:
        "aws sts get-caller-identity\naws iam list-users --max-items 100 --query 'Users[].UserName'\naws iam list-roles --max-items 100 --query 'Roles[].RoleName'",
      cleanup_command: null,
      expected_detection:
        'CloudTrail: GetCallerIdentity, then ListUsers and ListRoles by an identity that never called them, from an address that is new for it; AccessDenied in a row.',
      ...aws,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [alerted('low', 60), logged],
    },
    {
      key: 'aws-instances',
      technique: 'T1580',
      name: 'List machines in all regions',
      description: 'Every region is asked for its machines, one after the other.',
      objective: 'Find what runs where, and regions that nobody watches.',
      procedure: 'Run the command with the exercise identity, and note when it began and ended.',
      command:
        'for region in $(aws ec2 describe-regions --query \'Regions[].RegionName\' --output text); do echo "$region: $(aws ec2 describe-instances --region "$region" --query \'length(Reservations[])\')"; done',
      cleanup_command: null,
      expected_detection:
        'CloudTrail: DescribeInstances by one identity in many regions within minutes, also in those that are not used here.',
      ...aws,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [alerted('low', 60), logged],
    },
    {
      key: 'aws-canary-object',
      technique: 'T1530',
      name: 'Take a canary object from a bucket',
      description: 'The buckets are listed, and one object that was put there for it is fetched.',
      objective: 'Take data out of storage with a key that may read it.',
      procedure:
        'Put canary.txt with made-up data into the bucket #{bucket}. Data events of that bucket have to be logged, or nothing of this can be seen: say so in the result.',
      command: 'aws s3 ls\naws s3 cp s3://#{bucket}/canary.txt /tmp/damson-canary.txt',
      cleanup_command: 'rm -f /tmp/damson-canary.txt',
      expected_detection:
        'CloudTrail: ListBuckets, and GetObject of the canary as a data event; an alarm on every access to the canary.',
      ...aws,
      opsec: 'low',
      tags: ['canary data', 'collection'],
      expectations: [alerted('high', 30), logged],
      variables: { bucket: 'damson-exercise' },
    },
    {
      key: 'aws-instance-credentials',
      technique: 'T1552.005',
      name: 'Ask a machine for its role',
      description:
        'The metadata service of a machine is asked which role it has. The credentials themselves are not fetched.',
      objective: 'Reach from a machine into the account around it.',
      procedure:
        'Run the command on a machine of the exercise, as an account that has no need of the role. It prints the name of the role, or nothing where there is none.',
      command: `token=$(curl -sS -X PUT -H "X-aws-ec2-metadata-token-ttl-seconds: 60" http://169.254.169.254/latest/api/token)
curl -sS -H "X-aws-ec2-metadata-token: $token" http://169.254.169.254/latest/meta-data/iam/security-credentials/`,
      cleanup_command: null,
      expected_detection:
        'A connection to 169.254.169.254 by curl or by the account of the web server (process and network events of the host); refused where only root may reach it.',
      ...aws,
      opsec: 'low',
      tags: ['credential access'],
      expectations: [logged],
    },
    {
      key: 'aws-second-key',
      technique: 'T1098.001',
      name: 'Second access key for a user',
      description: 'A further access key is made for a user of the exercise. Its secret is never shown.',
      objective: 'Stay when the stolen key is taken away.',
      procedure:
        'Make the user #{iam_user} for the exercise, without permissions. Run the command: it prints the id of the new key and throws the secret away. Clean up once blue has looked.',
      command:
        'aws iam create-access-key --user-name #{iam_user} --query AccessKey.AccessKeyId --output text',
      cleanup_command:
        'for key in $(aws iam list-access-keys --user-name #{iam_user} --query \'AccessKeyMetadata[].AccessKeyId\' --output text); do aws iam delete-access-key --user-name #{iam_user} --access-key-id "$key"; done',
      expected_detection:
        'CloudTrail: CreateAccessKey for another user than the one who calls; a user that has two active keys.',
      ...aws,
      opsec: 'medium',
      tags: ['persistence', 'needs administration'],
      expectations: [alerted('high', 15), logged],
      variables: { iam_user: 'damson-exercise' },
    },
    {
      key: 'aws-unused-region',
      technique: 'T1535',
      name: 'Try to start a machine in an unused region',
      description:
        'A machine is asked for in a region that nobody uses, as a dry run: it is judged and recorded, and nothing starts.',
      objective: 'Find a place to compute at somebody else’s expense.',
      procedure:
        'Choose a region that is not used here. Keep the answer: “DryRunOperation” means that it would have worked, “UnauthorizedOperation” that it is forbidden.',
      command:
        'aws ec2 run-instances --dry-run --region #{unused_region} --instance-type t3.micro --image-id resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64',
      cleanup_command: null,
      expected_detection:
        'CloudTrail in that region: RunInstances with the error Client.DryRunOperation or Client.UnauthorizedOperation; forbidden by a policy of the organisation.',
      ...aws,
      opsec: 'medium',
      tags: ['policy'],
      expectations: [prevented, alerted('medium', 60)],
      variables: { unused_region: 'ap-southeast-3' },
    },
    {
      key: 'aws-trail-stopped',
      technique: 'T1685.002',
      name: 'Stop a trail',
      description: 'A trail that was made for the exercise stops recording, and starts again afterwards.',
      objective: 'Act unseen from now on.',
      procedure:
        'Make the trail #{trail} for the exercise; never stop one that somebody relies on. Run the command, wait until blue has looked, and clean up.',
      command:
        'aws cloudtrail stop-logging --name #{trail} && aws cloudtrail get-trail-status --name #{trail}',
      cleanup_command: 'aws cloudtrail start-logging --name #{trail}',
      expected_detection:
        'CloudTrail: StopLogging, which the account’s other trails and the event history still have; GuardDuty finding Stealth:IAMUser/CloudTrailLoggingDisabled.',
      ...aws,
      opsec: 'high',
      tags: ['covering tracks', 'needs administration'],
      expectations: [prevented, alerted('critical', 15)],
      variables: { trail: 'damson-exercise' },
    },
  ],
};
