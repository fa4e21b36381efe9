import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { CODE_STATUSES } from '../../../codes/status/rules.ts';
import { CODE_BODY_BYTES, codeResource, zTarget } from '../../qr_code_list/resource.ts';

export const PREVIEW_VISIT = 'qr.code:create';

export const visitPreviewCall = defineCall({
  area: 'qr_code_list',
  call: 'preview',
  body: z.strictObject({
    /** As it is typed, saved or not. */
    target: zTarget,
    status: z.enum(CODE_STATUSES),
    has_password: z.boolean().optional(),
    expired_target: codeResource.fields.expired_target.schema.optional(),
    /** The code that is being changed: its picture may have been kept by somebody else. */
    id: zId.optional(),
  }),
  /** Exactly one of the two: where a visitor is led, or the page that is shown, for a sandboxed frame. */
  result: z.object({ address: z.string().nullable(), html: z.string().nullable() }),
  access: { permission: PREVIEW_VISIT },
  ratePerMinute: 240,
  bodyLimit: CODE_BODY_BYTES,
  summary:
    'What visitors of a code with these settings get: an address, or the HTML of the page that they are shown; nothing is stored or counted',
});
