import { defineCall, pageOf, rowSchema } from '@waypost/contract';
import { z } from 'zod';
import { note } from './resources.ts';

const area = 'good_call';
const nothing = z.strictObject({});

export const echo = defineCall({
  area,
  call: 'echo',
  body: z.strictObject({ text: z.string().max(2_000_000), depth: z.looseObject({}).optional() }),
  result: z.object({ text: z.string(), address: z.string() }),
  access: { public: true },
  summary: 'Answers what it is sent',
});
export const limited = defineCall({
  area,
  call: 'limited',
  body: nothing,
  result: z.null(),
  access: { public: true },
  ratePerMinute: 3,
  summary: 'Three a minute',
});
export const whoAmI = defineCall({
  area,
  call: 'who_am_i',
  body: nothing,
  result: z.object({ account: z.string() }),
  access: { signedIn: true },
  summary: 'The caller',
});
export const guarded = defineCall({
  area,
  call: 'guarded',
  body: nothing,
  result: z.null(),
  access: { permission: 'good.vault:open' },
  summary: 'Needs a permission that no role has',
});
export const fail = defineCall({
  area,
  call: 'fail',
  body: nothing,
  result: z.null(),
  access: { public: true },
  summary: 'Throws an unknown error with a secret in its message',
});
export const forget = defineCall({
  area,
  call: 'forget',
  body: nothing,
  result: z.null(),
  access: { public: true },
  summary: 'Forgets a promise that then rejects',
});
export const leak = defineCall({
  area,
  call: 'leak',
  body: nothing,
  result: z.object({ shown: z.string() }),
  access: { public: true },
  summary: 'Answers more than it declares',
});
export const slow = defineCall({
  area,
  call: 'slow',
  body: z.strictObject({ milliseconds: z.int().max(10_000) }),
  result: z.object({ waited: z.int() }),
  access: { public: true },
  summary: 'Answers after a while',
});
export const bin = defineCall({
  area: 'good_note',
  call: 'bin',
  body: note.schemas.query,
  result: pageOf(rowSchema(note)),
  access: { permission: 'good.note:delete' },
  summary: 'What was removed',
});
export const runJob = defineCall({
  area,
  call: 'run_job',
  body: z.strictObject({ word: z.string() }),
  result: z.null(),
  access: { signedIn: true },
  summary: 'Puts a job into the queue',
});
export const jobWords = defineCall({
  area,
  call: 'job_words',
  body: nothing,
  result: z.array(z.string()),
  access: { signedIn: true },
  summary: 'What jobs have done',
});
