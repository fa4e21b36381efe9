import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { personCalls } from '../../people/calls.ts';

export const roleChoices = defineCall({
  area: 'administrator',
  call: 'role_choices',
  body: z.strictObject({}),
  result: z.array(z.object({ id: zId, key: z.string(), name: z.string() })),
  access: { permission: 'system.administrator:read' },
  summary: 'Roles that the caller may give to an administrator',
});

/** Sessions, keys, history and password links of operators. */
export const administratorCalls = personCalls('administrator', 'system.administrator');
