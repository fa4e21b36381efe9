import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { Collections } from '../collections.ts';
import type { Accounts } from './accounts.ts';

const MARK = 'first_administrator';
const DEFAULT_ACCOUNT = 'admin';

/**
 * Creates the super administrator of a new installation, exactly once for its whole life: the mark and the account are
 * one transaction, so two processes that start together make one, and removing the account never opens the door again.
 * Answers undefined when it was done before; `password` only when a random one was made.
 */
export async function createFirstAdministrator(options: {
  connection: Connection;
  collections: Collections;
  accounts: Accounts;
  account: string | undefined;
  password: string | undefined;
}): Promise<{ account: string; password: string | undefined } | undefined> {
  const { settings } = options.collections;
  if (await settings.findOne({ _id: MARK })) return undefined;
  const session = await options.connection.startSession();
  try {
    return await session.withTransaction(async () => {
      await settings.insertOne({ _id: MARK, value: true }, { session });
      const { account, password } = await options.accounts.create(
        { account: options.account ?? DEFAULT_ACCOUNT, password: options.password, role: 'super' },
        session,
      );
      return { account, password };
    });
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  } finally {
    await session.endSession();
  }
}
