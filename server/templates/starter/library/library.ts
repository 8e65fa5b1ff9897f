import { awsAccount } from './aws.ts';
import { credentials } from './credentials.ts';
import { evasion } from './evasion.ts';
import { foothold } from './foothold.ts';
import { goal } from './goal.ts';
import { containers } from './kubernetes.ts';
import { linuxServer } from './linux.ts';
import { mac } from './macos.ts';
import { microsoftCloud } from './microsoft.ts';
import { persistence } from './persistence.ts';
import type { StarterScenario } from './shape.ts';

/** The starter tests and scenarios, for people without any of their own. */
export const starterScenarios: readonly StarterScenario[] = [
  foothold,
  persistence,
  credentials,
  goal,
  linuxServer,
  evasion,
  mac,
  microsoftCloud,
  awsAccount,
  containers,
];
