import { z } from 'zod';
import { VOTE_FAULTS } from '../providers/values.ts';
import { zStatus } from '../status/values.ts';

/** What one provider said of an address. */
export const zVote = z.object({
  /** Id of the provider. */
  provider: z.string(),
  name: z.string(),
  status: zStatus,
  fault: z.enum(VOTE_FAULTS),
  /** What it answered, without secrets and cut off. */
  raw: z.string(),
  ms: z.int(),
  /** False: it says nothing, or is not believed. */
  counts: z.boolean(),
});
export type Vote = z.output<typeof zVote>;
