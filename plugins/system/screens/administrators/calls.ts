import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';

export const roleChoices = defineCall({
  area: 'administrator',
  call: 'role_choices',
  body: z.strictObject({}),
  result: z.array(z.object({ id: zId, key: z.string(), name: z.string() })),
  access: { permission: 'system.administrator:read' },
  summary: 'Roles that the caller may give to an administrator',
});
