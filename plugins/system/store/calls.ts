import { defineCall } from '@waypost/contract';
import { z } from 'zod';

const zFigures = z.object({
  documents: z.int(),
  /** Bytes. */
  file_bytes: z.int(),
  writes_per_second: z.number(),
});

export const storeInquire = defineCall({
  area: 'store',
  call: 'inquire',
  body: z.strictObject({}),
  result: z.object({
    kind: z.enum(['embedded', 'mongodb']),
    /** Null for MongoDB, which has no limits of ours. */
    usage: zFigures.nullable(),
    limits: zFigures.nullable(),
    /** Fields of `usage` that are above four fifths of their limit. */
    near: z.array(z.enum(['documents', 'file_bytes', 'writes_per_second'])),
  }),
  access: { permission: 'system.plugin:read' },
  summary: 'How full the store is beside what it was measured for',
});
