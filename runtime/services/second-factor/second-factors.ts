import type { Clock, Random } from '@waypost/sdk';
import { isDuplicateKey } from '../../storage/index.ts';
import type { Collections, SecondFactorDocument } from '../collections.ts';
import { secondFactorIsOn, secondFactorNotBegun } from '../errors.ts';
import { openFromStore, sealForStore } from '../sealed/store-value.ts';
import { newSecret, setUpAddress, stepOf } from './one-time-code.ts';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

/** How long a set-up that was begun can be confirmed. */
const SET_UP_MS = 30 * 60_000;

/** Second factors by account; who may do what with them, and how often, is for others to say. */
export interface SecondFactors {
  find(account: string): Promise<{ since: Date; recoveryLeft: number } | undefined>;
  /**
   * A secret that counts once it is confirmed; the one of a set-up before it is gone. `issuer`: name of the installation.
   * Errors: `second_factor_on` 409.
   */
  begin(
    account: { id: string; name: string },
    issuer: string,
  ): Promise<{ secret: string; address: string; expires_at: Date }>;
  /**
   * Switches the factor on with a code that its app shows; undefined for a wrong one. The recovery codes are told once.
   * Errors: `second_factor_not_begun` 409 also when that is half an hour ago, `second_factor_on` 409.
   */
  confirm(account: string, code: string): Promise<string[] | undefined>;
  /** Uses a code up: one of the app that is newer than the last one used, or a recovery code. False for every other. */
  use(account: string, code: string): Promise<boolean>;
  /** Ten others in place of what is left. */
  renewRecoveryCodes(account: string): Promise<string[]>;
  /** The account has no second factor any more; false when it had none. */
  remove(account: string): Promise<boolean>;
}

export function createSecondFactors(options: {
  collections: Pick<Collections, 'secondFactors'>;
  /** A key of 32 bytes for one purpose. */
  deriveKey(purpose: string): Uint8Array;
  clock: Clock;
  random: Random;
}): SecondFactors {
  const { secondFactors } = options.collections;
  const { clock, random } = options;
  const secretKey = options.deriveKey('second-factor');
  const recoveryKey = options.deriveKey('recovery-codes');

  const isOn = { confirm_time: { $ne: null } };
  const hashOf = (account: string, code: string) => hashRecoveryCode(recoveryKey, account, code);

  function secretOf({ _id, secret }: SecondFactorDocument): string {
    const opened = openFromStore(secretKey, placeOf(_id), secret);
    // Not a wrong code: whoever moved or changed it has written into the store, or SECRET_KEY is another one.
    if (opened === undefined) throw new Error(`the second factor of account ${_id} cannot be opened`);
    return opened;
  }

  function makeRecoveryCodes(account: string): { codes: string[]; hashes: string[] } {
    const codes = newRecoveryCodes(random);
    return { codes, hashes: codes.map((code) => hashOf(account, readRecoveryCode(code) ?? code)) };
  }

  /** Of several with one code at once it is one: each moves the step that the filter asks for. */
  async function useStep(found: SecondFactorDocument, code: string): Promise<boolean> {
    const step = stepOf(secretOf(found), code, clock.now());
    if (step === undefined) return false;
    const { modifiedCount } = await secondFactors.updateOne(
      { _id: found._id, secret: found.secret, ...isOn, last_step: { $lt: step } },
      { $set: { last_step: step } },
    );
    return modifiedCount === 1;
  }

  async function useRecoveryCode(account: string, typed: string): Promise<boolean> {
    const code = readRecoveryCode(typed);
    if (code === undefined) return false;
    const hash = hashOf(account, code);
    const { modifiedCount } = await secondFactors.updateOne(
      { _id: account, ...isOn, recovery_hashes: hash },
      { $pull: { recovery_hashes: hash } },
    );
    return modifiedCount === 1;
  }

  return {
    find: async (account) => {
      const found = await secondFactors.findOne({ _id: account, ...isOn });
      if (!found?.confirm_time) return undefined;
      return { since: found.confirm_time, recoveryLeft: found.recovery_hashes.length };
    },
    begin: async ({ id, name }, issuer) => {
      if (await secondFactors.findOne({ _id: id, ...isOn })) throw secondFactorIsOn.create();
      const secret = newSecret(random);
      const expires_at = new Date(clock.now() + SET_UP_MS);
      const begun = {
        secret: sealForStore(secretKey, placeOf(id), secret),
        begin_time: clock.date(),
        last_step: 0,
        recovery_hashes: [],
      };
      // Two screens at once: the later set-up counts. One that was confirmed meanwhile stays: its id is taken.
      await secondFactors
        .updateOne({ _id: id, confirm_time: null }, { $set: begun }, { upsert: true })
        .catch((error: unknown) => {
          throw isDuplicateKey(error) ? secondFactorIsOn.create({}, { cause: error }) : error;
        });
      return { secret, address: setUpAddress(secret, { issuer, account: name }), expires_at };
    },
    confirm: async (account, code) => {
      const found = await secondFactors.findOne({ _id: account });
      if (found?.confirm_time) throw secondFactorIsOn.create();
      if (!found || found.begin_time.getTime() + SET_UP_MS <= clock.now())
        throw secondFactorNotBegun.create();
      const step = stepOf(secretOf(found), code, clock.now());
      if (step === undefined) return undefined;
      const { codes, hashes } = makeRecoveryCodes(account);
      // The code that confirmed it is used up.
      const { modifiedCount } = await secondFactors.updateOne(
        { _id: account, secret: found.secret, confirm_time: null },
        { $set: { confirm_time: clock.date(), last_step: step, recovery_hashes: hashes } },
      );
      if (modifiedCount === 0) throw secondFactorNotBegun.create();
      return codes;
    },
    use: async (account, code) => {
      const found = await secondFactors.findOne({ _id: account, ...isOn });
      if (!found) return false;
      const typed = code.trim().replaceAll(' ', '');
      return /^\d{6}$/.test(typed) ? useStep(found, typed) : useRecoveryCode(account, typed);
    },
    renewRecoveryCodes: async (account) => {
      const { codes, hashes } = makeRecoveryCodes(account);
      await secondFactors.updateOne({ _id: account, ...isOn }, { $set: { recovery_hashes: hashes } });
      return codes;
    },
    remove: async (account) => {
      const found = await secondFactors.findOneAndDelete({ _id: account });
      return found?.confirm_time != null;
    },
  };
}

/** What the secret is bound to: moved to another account or field it does not open. */
const placeOf = (account: string) => `system_second_factor/${account}/secret`;
