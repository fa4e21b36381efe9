import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { limitFields } from '../../files/values.ts';

const area = 'image_config';
const { file_size, file_most, file_space, file_types } = limitFields;
const limitShape = {
  file_size: file_size.schema,
  file_most: file_most.schema,
  file_space: file_space.schema,
  file_types: file_types.schema,
};
const result = z.object({ version: z.int(), ...limitShape });

export const limitsDetails = defineCall({
  area,
  call: 'details',
  body: z.strictObject({}),
  result,
  access: { permission: 'system.image_config:read' },
  summary: 'How large uploads may be, of which kinds, and how much one person may keep',
});

export const limitsUpdate = defineCall({
  area,
  call: 'update',
  body: z.strictObject({ version: z.int(), ...limitShape }),
  result,
  access: { permission: 'system.image_config:update' },
  summary: 'Changes the limits of uploads; what is kept already stays',
});
