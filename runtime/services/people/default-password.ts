import { AppError } from '@waypost/contract';
import type { Clock, People } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { AuditLog } from '../audit/audit-log.ts';
import type { SettingDocument } from '../collections.ts';
import type { Passwords } from '../credentials/password.ts';
import { openFromStore, sealForStore } from '../sealed/store-value.ts';

const ID = 'default_password';
/** What the text is bound to: at another place of the store it does not open. */
const PLACE = `system_setting/${ID}/value`;

interface Kept {
  sealed: string;
  set_time: Date;
}

/**
 * The password that a reset gives where the operator types none. It is kept encrypted and not as a hash: each account has a
 * hash of its own, and one that is the account's own name is not given.
 */
export function createDefaultPassword(options: {
  settings: Collection<SettingDocument>;
  deriveKey(purpose: string): Uint8Array;
  passwords: Pick<Passwords, 'check'>;
  audit: AuditLog;
  clock: Clock;
}): Pick<People, 'defaultPasswordSince' | 'changeDefaultPassword' | 'defaultPasswordFor'> {
  const { audit, clock, passwords, settings } = options;
  const key = options.deriveKey('default-password');

  const read = async () => (await settings.findOne({ _id: ID }))?.value as Kept | undefined;

  function isFit(password: string, account: string): boolean {
    try {
      passwords.check({ password, account });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Its own name, which everybody would try first.
      return false;
    }
  }

  return {
    defaultPasswordSince: async () => (await read())?.set_time.toISOString() ?? null,
    changeDefaultPassword: async (password, request) => {
      if (password === null) await settings.deleteOne({ _id: ID });
      else {
        passwords.check({ password, account: '' });
        const value: Kept = { sealed: sealForStore(key, PLACE, password), set_time: clock.date() };
        await settings.updateOne({ _id: ID }, { $set: { value } }, { upsert: true });
      }
      await audit.record({
        type: 'system.subscriber_config_default.default_password',
        plugin: 'system',
        after: { is_set: password !== null },
        request,
      });
    },
    defaultPasswordFor: async (account) => {
      const kept = await read();
      if (!kept) return undefined;
      const password = openFromStore(key, PLACE, kept.sealed);
      // Not as if none were set: somebody has written into the store, or SECRET_KEY is another one.
      if (password === undefined) throw new Error('the default password cannot be opened');
      return isFit(password, account) ? password : undefined;
    },
  };
}
