import { invalid } from '../../errors.ts';
import type { RemediationPatch } from './contract.ts';

type Owner = { owner_id: string | null; owner_text: string | null };

/**
 * Takes who owns a remediation and a change of it, returns who owns it then: a user or a text, of which the one given takes the
 * place of the other. Refuses (`invalid` at `owner_text`) both at once.
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
