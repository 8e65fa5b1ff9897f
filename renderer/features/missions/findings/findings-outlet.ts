import { useOutletContext } from 'react-router';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import type { FindingWriter } from './finding-record.ts';

/** Context of the findings tab for the page next to its list. */
export type FindingsContext = {
  mission: Mission;
  findings: readonly Finding[];
  /** Whether this person may write findings here. */
  may: boolean;
  /** Address of the list, with its filters. */
  list: string;
  /** Returns the focus to the list. */
  toList: () => void;
};

export const useFindings = () => useOutletContext<FindingsContext>();

/** Context of a finding for its side panels. */
export type FindingPageContext = {
  finding: Finding;
  mission: Mission;
  writer: FindingWriter;
  isOpen: boolean;
};
