import {
  codeOf,
  defineCall,
  pageOf,
  pagingShape,
  type Reference,
  YesNo,
  zId,
  zTime,
} from '@waypost/contract';
import { z } from 'zod';
import { RECEIPTS, RECIPIENTS, SEND, sentMessage, textFields } from './resource.ts';

const sending = { permission: SEND } as const;
/** Whom somebody may write to, by account, name and phone: an agent finds the own people only. */
export const recipientReference: Reference = {
  name: sentMessage.name,
  area: 'message_recipient',
  title: 'account',
};
const zRecipient = z.object({ id: zId, account: z.string(), name: z.string() });

export const findRecipients = defineCall({
  area: recipientReference.area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, search: z.string().max(200).optional() }),
  result: pageOf(zRecipient),
  access: sending,
  summary: 'Accounts that the caller may write to',
});

export const recipientDetails = defineCall({
  area: recipientReference.area,
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: zRecipient,
  access: sending,
  summary: 'What an account is called that the caller may write to',
});

export const recipientRoles = defineCall({
  area: recipientReference.area,
  call: 'roles',
  body: z.strictObject({}),
  result: z.array(z.object({ key: z.string(), name: z.string() })),
  access: sending,
  summary: 'Roles that the caller may write to, own ones among them',
});

const recipientFields = {
  to: z.enum(RECIPIENTS),
  /** Id of the account, with `to: account`. */
  account: zId.optional(),
  /** Key of the role, with `to: role`. */
  role: z.string().max(64).optional(),
};

export const countRecipients = defineCall({
  area: recipientReference.area,
  call: 'count',
  body: z.strictObject(recipientFields),
  result: z.object({ count: z.int() }),
  access: sending,
  summary: 'How many accounts a message would go to',
});

export const sendMessage = defineCall({
  area: 'message',
  call: 'send',
  body: z.strictObject({ ...recipientFields, ...textFields }),
  result: z.object({
    /** How many it goes to. */
    count: z.int(),
    /** What was sent, for `sent_message/details`. */
    id: zId,
    /** Of a message to many, which goes on without the call. */
    operation: zId.optional(),
  }),
  access: sending,
  ratePerMinute: 60,
  summary: 'Sends a message to one account, a role or everyone',
});

export const takeBackMessage = defineCall({
  area: sentMessage.area,
  call: 'take_back',
  body: z.strictObject({ id: zId }),
  result: z.object({
    /** From how many it goes. */
    count: z.int(),
    operation: zId.optional(),
  }),
  access: { permission: `${sentMessage.name}:take_back` },
  summary: 'Takes a message out of the inboxes of whoever has not read it',
});

export const messageReaders = defineCall({
  area: sentMessage.area,
  call: 'recipients',
  body: z.strictObject({
    id: zId,
    receipt: z.enum(RECEIPTS).optional(),
    /** Beginning of an account, a name or a phone. */
    search: z.string().max(200).optional(),
    ...pagingShape,
  }),
  result: pageOf(
    z.object({
      id: zId,
      account: z.string(),
      name: z.string(),
      receipt: z.enum(RECEIPTS),
      view_time: zTime.nullable(),
      /** 2: they have taken it out of their inbox. */
      user_remove_status: codeOf(YesNo),
    }),
  ),
  access: { permission: `${sentMessage.name}:read` },
  summary: 'Who got a message, and who of them has read it',
});
