import type { RemediationStatus } from '../../../domain/remediations.ts';
import { invalid } from '../../errors.ts';
import type { RemediationPatch, Verification } from './contract.ts';

type Owner = { owner_id: string | null; owner_text: string | null };

/**
 * Takes the owner of a remediation and a change of it, returns the new owner: a user or a text, each replacing the other. Refuses
 * (`invalid` at `owner_text`) both at once.
 */
export function followOwner(present: Owner, { owner, owner_text }: RemediationPatch): Owner {
  const text = owner_text === '' ? null : owner_text;
  if (owner && text) throw invalid('owner_text', 'is given together with owner');
  if (owner) return { owner_id: owner.id, owner_text: null };
  if (text) return { owner_id: null, owner_text: text };
  return {
    owner_id: owner === undefined ? present.owner_id : null,
    owner_text: text === undefined ? present.owner_text : null,
  };
}

type Verified = {
  status: RemediationStatus;
  test_ids: readonly string[];
  verified_by_run: Verification | null;
};

/**
 * Takes the verification of a remediation and a change of it, returns the new verification: none once it is no longer verified,
 * or once the test is not one of its own. Refuses (`invalid`) a run in another status, or of another test.
 */
export function followVerification(present: Verified, patch: RemediationPatch): Verification | null {
  const { status = present.status, test_ids = present.test_ids, verified_by_run: given } = patch;
  if (given === null) return null;
  const verification = given ?? present.verified_by_run;
  if (verification === null) return null;
  const isVerified = status === 'verified';
  const isOwn = test_ids.includes(verification.test_id);
  if (isVerified && isOwn) return verification;
  if (given === undefined) return null;
  if (!isVerified) throw invalid('verified_by_run', 'is only for the status verified');
  throw invalid('verified_by_run.test_id', 'is not one of its tests');
}
