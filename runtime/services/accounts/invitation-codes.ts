import type { Random } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { AccountDocument } from '../collections.ts';
import { invitationCode } from '../credentials/invitation-code.ts';

/** Accounts made before there were invitation codes get theirs; two processes at once leave one code each. */
export async function fillInvitationCodes(
  accounts: Collection<AccountDocument>,
  random: Random,
): Promise<void> {
  const without = await accounts
    .find({ invitation_code: { $exists: false } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  for (const { _id } of without)
    await accounts.updateOne(
      { _id, invitation_code: { $exists: false } },
      { $set: { invitation_code: invitationCode(random) } },
    );
}
