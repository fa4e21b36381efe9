import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zDesign } from '../values.ts';

export const presetsCall = defineCall({
  area: 'design_preset',
  call: 'list',
  body: z.strictObject({}),
  result: z.object({
    presets: z.array(z.object({ id: zId, name: z.string(), design: zDesign, is_brand: z.boolean() })),
  }),
  access: { permission: 'qr.design_preset:read' },
  summary: 'Designs that the caller keeps, to choose from: the brand first',
});
