import { defineCall, zSealed } from '@waypost/contract';
import { zLoginResult } from '@waypost/contract/platform';
import { z } from 'zod';
import { userResource } from '../user_list/resource.ts';

export const changePassword = defineCall({
  area: 'update_password',
  call: 'update',
  body: z.strictObject({ old_password: zSealed, password: zSealed }),
  result: zLoginResult,
  access: { signedIn: true, withOneTimePassword: true },
  ratePerMinute: 60,
  isPersonal: true,
  summary: 'Changes the own password; every session ends and a new one starts',
});

const OWN_ACCOUNT = 'own_account';
const { name, phone, email } = userResource.fields;
const zProfile = z.object({
  account: z.string(),
  name: name.schema,
  phone: phone.schema,
  /** Where letters go; empty: nowhere. */
  email: email.schema,
});

export const ownProfile = defineCall({
  area: OWN_ACCOUNT,
  call: 'details',
  body: z.strictObject({}),
  result: zProfile,
  access: { signedIn: true },
  summary: 'Name, phone and e-mail address of the own account',
});

export const changeOwnProfile = defineCall({
  area: OWN_ACCOUNT,
  call: 'update',
  body: z.strictObject({ name: name.schema, phone: phone.schema }),
  result: zProfile,
  access: { signedIn: true },
  isPersonal: true,
  summary: 'Changes name and phone of the own account; an empty name is the account',
});

export const changeOwnEmail = defineCall({
  area: OWN_ACCOUNT,
  call: 'change_email',
  body: z.strictObject({ email: email.schema, old_password: zSealed }),
  result: zProfile,
  access: { signedIn: true },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 60,
  summary: 'Changes where letters to the own account go, links to a new password among them',
});
