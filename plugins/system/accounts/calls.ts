import { accountReference, defineCall, pageOf, pagingShape, zId } from '@waypost/contract';
import { z } from 'zod';

/** What a picker of people shows: nothing of them but what they are called. */
const zAccount = z.object({ id: zId, account: z.string(), name: z.string() });
const access = { permission: `${accountReference.name}:read` };

export const accountsCall = defineCall({
  area: 'account',
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, search: z.string().max(200).optional() }),
  result: pageOf(zAccount),
  access,
  summary: 'Accounts of everyone by their name, customers and agents among them, for who chooses an owner',
});

export const accountCall = defineCall({
  area: 'account',
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: z.object({
    ...zAccount.shape,
    /** Of customers or of operators: whose list they stand in. */
    screen: z.enum(['user_list', 'administrators']),
  }),
  access,
  summary: 'What one account is called, and which screen has its page',
});
