import type { ErrorCode, FieldError, SecondFactorDemand } from '../errors.ts';

/** An RFC 9457 document. */
export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  request_id: string;
  errors?: FieldError[];
  second_factor?: SecondFactorDemand;
};
