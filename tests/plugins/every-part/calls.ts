import { defineCall, zId, zSealed, zTime } from '@waypost/contract';
import { z } from 'zod';

const area = 'every_part';
const anything = z.unknown();
const nothing = z.strictObject({});
const signedIn = { signedIn: true } as const;
const open = { public: true } as const;

export const books = defineCall({
  area,
  call: 'books',
  body: z.strictObject({ name: z.string() }),
  result: anything,
  access: open,
  summary: 'Asks another plugin',
});
export const tell = defineCall({
  area,
  call: 'tell',
  body: z.strictObject({ text: z.string() }),
  result: z.null(),
  access: open,
  summary: 'Tells other plugins',
});
export const heard = defineCall({
  area,
  call: 'heard',
  body: nothing,
  result: z.array(anything),
  access: open,
  summary: 'What other plugins told',
});
export const publish = defineCall({
  area,
  call: 'publish',
  body: z.strictObject({ text: z.string() }),
  result: z.null(),
  access: signedIn,
  summary: 'Tells browsers of the caller',
});
export const watchers = defineCall({
  area,
  call: 'watchers',
  body: nothing,
  result: z.array(z.string()),
  access: open,
  summary: 'Audiences with followers',
});
export const note = defineCall({
  area,
  call: 'note',
  body: z.strictObject({ text: z.string() }),
  result: z.null(),
  access: signedIn,
  summary: 'Writes an audit entry',
});
export const addThing = defineCall({
  area,
  call: 'add_thing',
  body: z.strictObject({ text: z.string(), owner: zId, seen: zTime }),
  result: z.strictObject({ id: zId }),
  access: open,
  summary: 'Adds a row without a caller',
});
export const openSealed = defineCall({
  area,
  call: 'open',
  body: z.strictObject({ secret: zSealed }),
  result: z.object({ length: z.int() }),
  access: signedIn,
  summary: 'Opens a sealed value',
});
export const keepPassword = defineCall({
  area,
  call: 'keep_password',
  body: z.strictObject({ password: z.string().max(100), given: z.string().max(100) }),
  result: z.object({ hash: z.string(), isRight: z.boolean(), isNobodys: z.boolean() }),
  access: open,
  bodyLimit: 300,
  summary: 'Hashes one password and compares it with another',
});
export const who = defineCall({
  area,
  call: 'who',
  body: nothing,
  result: anything,
  access: signedIn,
  summary: 'What identity says of the caller',
});
export const figures = defineCall({
  area,
  call: 'figures',
  body: z.strictObject({ link: z.string() }),
  result: anything,
  access: open,
  summary: 'Visit figures',
});
export const link = defineCall({
  area,
  call: 'link',
  body: z.strictObject({ id: z.string(), code: z.string(), url: z.string(), fail: z.boolean().optional() }),
  result: z.null(),
  access: signedIn,
  summary: 'Publishes a link',
});
export const retire = defineCall({
  area,
  call: 'retire',
  body: z.strictObject({ id: z.string(), code: z.string() }),
  result: z.object({ isReserved: z.boolean() }),
  access: signedIn,
  summary: 'Keeps the address of a link that is gone, and says whether the product goes by its name',
});
export const unlink = defineCall({
  area,
  call: 'unlink',
  body: z.strictObject({ id: z.string() }),
  result: z.null(),
  access: signedIn,
  summary: 'Withdraws a link',
});
export const grow = defineCall({
  area,
  call: 'grow',
  body: z.strictObject({ isOn: z.boolean() }),
  result: z.null(),
  access: open,
  summary: 'Registers one more call, or takes it back',
});
export const grown = defineCall({
  area,
  call: 'grown',
  body: nothing,
  result: z.literal('here'),
  access: open,
  summary: 'Is there only sometimes',
});
export const words = defineCall({
  area,
  call: 'words',
  body: nothing,
  result: anything,
  access: open,
  summary: 'What a request brings',
});
export const reach = defineCall({
  area,
  call: 'reach',
  body: z.strictObject({ url: z.string() }),
  result: anything,
  access: open,
  summary: 'Sends a request',
});
export const library = defineCall({
  area,
  call: 'library',
  body: nothing,
  result: anything,
  access: open,
  summary: "Reads another plugin's collection",
});
export const count = defineCall({
  area,
  call: 'count',
  body: z.strictObject({ to: z.int() }),
  result: z.object({ id: z.string() }),
  access: signedIn,
  answers: 202,
  summary: 'Counts into a file',
});
export const wait = defineCall({
  area,
  call: 'wait',
  body: nothing,
  result: anything,
  access: open,
  summary: 'Waits until nobody waits for it',
});
export const waited = defineCall({
  area,
  call: 'waited',
  body: nothing,
  result: z.int(),
  access: open,
  summary: 'How often a wait was given up',
});
