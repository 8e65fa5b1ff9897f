import { alerted, logged, prevented, type StarterScenario } from './shape.ts';

const kubernetes = { platforms: ['kubernetes'] };
const gcp = { platforms: ['gcp'] };
const namespace = 'damson-exercise';
const image = 'busybox:stable';

export const containers: StarterScenario = {
  name: 'Kubernetes and Google Cloud',
  description:
    'Somebody holds the credentials of a developer: first in the cluster, then in the project around it. Run it in a namespace and a project of the exercise; what is made there is taken away again.',
  tags: ['cloud', 'kubernetes', 'gcp'],
  tests: [
    {
      key: 'cluster-resources',
      technique: 'T1613',
      name: 'Look around in the cluster',
      description:
        'What the credentials may do is asked for, then pods, services and nodes of all namespaces.',
      objective: 'Find workloads and rights that are worth something.',
      procedure:
        'Use the kubeconfig of the exercise. Run the commands and keep the output, also what was forbidden.',
      command:
        'kubectl auth can-i --list\nkubectl get pods,services --all-namespaces --output wide\nkubectl get nodes',
      cleanup_command: null,
      expected_detection:
        'Kubernetes audit log: selfsubjectrulesreviews, then list of pods, services and nodes at cluster scope by a user who works in one namespace; answers 403 in a row.',
      ...kubernetes,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
    },
    {
      key: 'cluster-secrets',
      technique: 'T1552.007',
      name: 'List the secrets of all namespaces',
      description: 'The names of all secrets are listed. Their contents are not shown.',
      objective: 'Find tokens and passwords that pods are given.',
      procedure:
        'Run the command. The API sends the contents along with the names, so that the log is the same as if they were read.',
      command: 'kubectl get secrets --all-namespaces',
      cleanup_command: null,
      expected_detection:
        'Kubernetes audit log: list of secrets at cluster scope by a person; refused by RBAC.',
      ...kubernetes,
      opsec: 'medium',
      tags: ['credential access'],
      expectations: [prevented, alerted('high', 15)],
    },
    {
      key: 'exec-into-pod',
      technique: 'T1609',
      name: 'Shell in a running container',
      description: 'A shell is started in a container of the exercise and says who it is.',
      objective: 'Run commands in a workload by the API instead of by a weakness of it.',
      procedure:
        'Let a deployment #{deployment} run in the namespace of the exercise. Run the command and keep the output.',
      command: 'kubectl exec --namespace #{namespace} deployment/#{deployment} -- sh -c "id; hostname"',
      cleanup_command: null,
      expected_detection:
        'Kubernetes audit log: create of pods/exec; a shell within a container (runtime sensor), which the image never starts by itself.',
      ...kubernetes,
      opsec: 'medium',
      tags: ['execution'],
      expectations: [alerted('medium', 15), logged],
      variables: { namespace, deployment: 'web' },
    },
    {
      key: 'privileged-pod',
      technique: 'T1610',
      name: 'Pod with the rights of the node',
      description: 'A privileged pod is asked for that does nothing but sleep for five minutes.',
      objective: 'Stand one step from the node, and from every pod on it.',
      procedure:
        'Run the command in the namespace of the exercise. Keep the refusal where an admission policy forbids it: that is the best result.',
      command: `kubectl apply --namespace #{namespace} -f - <<'END'
apiVersion: v1
kind: Pod
metadata:
  name: damson-privileged
spec:
  restartPolicy: Never
  containers:
    - name: sleep
      image: #{image}
      command: [sleep, "300"]
      securityContext:
        privileged: true
END`,
      cleanup_command: 'kubectl delete pod damson-privileged --namespace #{namespace} --ignore-not-found',
      expected_detection:
        'Kubernetes audit log: create of a pod whose container is privileged; refused by Pod Security admission or another policy.',
      ...kubernetes,
      opsec: 'high',
      tags: ['policy'],
      expectations: [prevented, alerted('high', 10)],
      variables: { namespace, image },
    },
    {
      key: 'cron-job-in-cluster',
      technique: 'T1053.007',
      name: 'CronJob of one’s own',
      description: 'A CronJob is added that prints the date twice an hour.',
      objective: 'Come back after every pod has been replaced.',
      procedure: 'Make the CronJob, list it, and clean up once blue has looked.',
      command:
        'kubectl create cronjob damson-exercise --namespace #{namespace} --image=#{image} --schedule="*/30 * * * *" -- date',
      cleanup_command: 'kubectl delete cronjob damson-exercise --namespace #{namespace} --ignore-not-found',
      expected_detection:
        'Kubernetes audit log: create of cronjobs by a person, where everything is deployed by a pipeline; an image from a registry that is not yours.',
      ...kubernetes,
      opsec: 'medium',
      tags: ['persistence'],
      expectations: [alerted('medium', 30), logged],
      variables: { namespace, image },
    },
    {
      key: 'cluster-role-binding',
      technique: 'T1098.006',
      name: 'Rights in the whole cluster for a service account',
      description: 'The default service account of the exercise’s namespace may read in all namespaces.',
      objective: 'Widen the rights of every pod that runs there.',
      procedure:
        'Run the command with an identity that may bind roles. The role view is enough: the event is the same for cluster-admin.',
      command:
        'kubectl create clusterrolebinding damson-exercise --clusterrole=view --serviceaccount=#{namespace}:default',
      cleanup_command: 'kubectl delete clusterrolebinding damson-exercise --ignore-not-found',
      expected_detection:
        'Kubernetes audit log: create of clusterrolebindings by a person; a binding to a default service account.',
      ...kubernetes,
      opsec: 'medium',
      tags: ['needs administration'],
      expectations: [alerted('high', 15), logged],
      variables: { namespace },
    },
    {
      key: 'gcp-policy',
      technique: 'T1580',
      name: 'Read machines and rights of a project',
      description: 'The machines of a project are listed, and who has which role there.',
      objective: 'Find a service account that may do more than its machine needs.',
      procedure: 'Sign in with gcloud as the exercise identity. Run the commands and keep the output.',
      command:
        'gcloud compute instances list --project=#{project}\ngcloud projects get-iam-policy #{project} --flatten="bindings[].members" --format="table(bindings.role, bindings.members)"',
      cleanup_command: null,
      expected_detection:
        'Cloud audit log (data access): compute.instances.list and GetIamPolicy by an identity that never called them; data access logs have to be on.',
      ...gcp,
      opsec: 'low',
      tags: ['discovery burst'],
      expectations: [logged],
      variables: { project: 'damson-exercise' },
    },
    {
      key: 'gcp-service-account-key',
      technique: 'T1098.001',
      name: 'Key for a service account',
      description: 'A key file is made for a service account of the exercise that has no role.',
      objective: 'Sign in from anywhere, for as long as the key lives.',
      procedure:
        'Make a service account for the exercise. Run the command in a shell, never sign in with the key, and clean up in the same shell.',
      command:
        'gcloud iam service-accounts keys create /tmp/damson-key.json --iam-account=#{service_account}',
      cleanup_command: `key=$(sed -n 's/.*"private_key_id": "\\([0-9a-f]*\\)".*/\\1/p' /tmp/damson-key.json)
gcloud iam service-accounts keys delete "$key" --iam-account=#{service_account} --quiet && rm -f /tmp/damson-key.json`,
      expected_detection:
        'Cloud audit log: google.iam.admin.v1.CreateServiceAccountKey; refused by the organisation policy iam.disableServiceAccountKeyCreation.',
      ...gcp,
      opsec: 'medium',
      tags: ['persistence', 'policy'],
      expectations: [prevented, alerted('high', 15)],
      variables: { service_account: 'damson@damson-exercise.iam.gserviceaccount.com' },
    },
  ],
};
