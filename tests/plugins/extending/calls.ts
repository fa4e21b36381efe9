import { defineCall } from '@waypost/contract';
import { z } from 'zod';

const area = 'extending';
const nothing = z.strictObject({});
const open = { public: true } as const;

export const heard = defineCall({
  area,
  call: 'heard',
  body: nothing,
  result: z.array(z.unknown()),
  access: open,
  summary: 'Changes of notes that it was told of',
});
export const settings = defineCall({
  area,
  call: 'settings',
  body: nothing,
  result: z.object({ greeting: z.string(), token_length: z.int(), changes: z.int() }),
  access: open,
  summary: 'What it is set to',
});
export const delivered = defineCall({
  area,
  call: 'delivered',
  body: nothing,
  result: z.array(z.unknown()),
  access: open,
  summary: 'Messages that went out through it',
});
export const greet = defineCall({
  area,
  call: 'greet',
  body: z.strictObject({ name: z.string() }),
  result: z.array(z.object({ by: z.string(), said: z.string(), polite: z.boolean() })),
  access: open,
  summary: 'Asks every contribution to its point',
});
export const rules = defineCall({
  area,
  call: 'rules',
  body: z.strictObject({ kind: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  result: z.object({ kinds: z.array(z.string()), condition: z.unknown() }),
  access: open,
  summary: 'Fills in a rule',
});
