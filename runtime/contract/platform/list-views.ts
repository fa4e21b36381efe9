import { z } from 'zod';
import { defineCall } from '../call.ts';

const area = 'list_view';
const access = { signedIn: true } as const;
/** Most views of one list. */
export const LIST_VIEWS_MAX = 30;

/** A list as somebody has narrowed and sorted it. */
const zView = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Query of the list's address, without its page. */
  query: z.string().max(2_000),
});
export type ListView = z.infer<typeof zView>;
/** Name of the resource that is listed. */
const list = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9_.-]*$/);
const zViews = z.object({ views: z.array(zView) });

export const listViews = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ list }),
  result: zViews,
  access,
  summary: "The caller's own saved views of a list, by name",
});

export const saveListView = defineCall({
  area,
  call: 'save',
  body: zView.extend({ list }),
  result: zViews,
  access,
  failureStatuses: [409],
  summary: 'Saves a view of a list for the caller; one of the same name is replaced',
});

export const removeListView = defineCall({
  area,
  call: 'remove',
  body: z.strictObject({ list, name: zView.shape.name }),
  result: zViews,
  access,
  summary: "Takes one of the caller's saved views away",
});
