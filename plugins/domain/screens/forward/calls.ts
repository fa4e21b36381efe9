import { defineCall, forwardPath, zId } from '@waypost/contract';
import { z } from 'zod';
import { forwardResource } from './resource.ts';

const LONGEST_ASKED = 2_000;
const { path, status, keep_query } = forwardResource.fields;

/** A path as a visitor asks for it. */
const zAskedPath = z
  .string()
  .min(1)
  .max(LONGEST_ASKED)
  .refine((text) => !/[?#]/.test(text) && forwardPath(text) !== undefined, 'domain.forward.fault.asked');

export const tryForwardCall = defineCall({
  area: 'forward',
  call: 'try',
  body: z.strictObject({ domain: zId, path: zAskedPath }),
  result: z.object({
    asked: z.string(),
    /** Null: none of the rules meets it. */
    rule: z
      .object({
        id: zId,
        path: path.schema,
        status: status.schema,
        keep_query: keep_query.schema,
        /** Where it leads, without what the visit's own query adds. */
        address: z.string(),
      })
      .nullable(),
  }),
  access: { permission: 'domain.forward:read' },
  summary: 'Which rule of a domain meets a path, and where it leads: nothing is counted',
});
