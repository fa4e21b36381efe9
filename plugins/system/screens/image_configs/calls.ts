import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';

const area = 'image_configs';

export const placeTest = defineCall({
  area,
  call: 'test',
  body: z.strictObject({ id: zId }),
  result: z.object({
    is_working: z.boolean(),
    /** What failed, in a sentence; empty: nothing. */
    fault: z.string(),
    milliseconds: z.int(),
  }),
  access: { permission: 'system.image_configs:test' },
  ratePerMinute: 20,
  summary: 'Writes a few bytes into a place, reads them back, deletes them, and says what failed',
});

export const placeMove = defineCall({
  area,
  call: 'move',
  body: z.strictObject({ from: zId, to: zId }),
  result: zStarted,
  access: { permission: 'system.image_configs:move_files' },
  needsSecondFactor: true,
  answers: 202,
  ratePerMinute: 6,
  summary:
    'Moves all that one place holds to another, and reads it back; the old one keeps its copies until it is emptied',
});

export const placeEmpty = defineCall({
  area,
  call: 'empty',
  body: z.strictObject({ id: zId }),
  result: zStarted,
  access: { permission: 'system.image_configs:move_files' },
  needsSecondFactor: true,
  answers: 202,
  ratePerMinute: 6,
  summary: 'Takes away what moves have left in a place more than seven days ago',
});
