import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { zVisitPassword } from './code-passwords.ts';
import { createSealedPasswords } from './sealed-password.ts';

/** What is stored of the password that visitors are asked for. */
export interface VisitPasswordFields {
  has_password?: boolean;
  visit_password_hash?: string;
  /** Left out where the password stays as it is. */
  guard_set_time?: Date | null;
}

/** What a write may say of it. */
export interface VisitPasswordChange {
  has_password?: boolean | undefined;
  visit_password?: Sealed | undefined;
}

const CALLS = ['add', 'update', 'batch_update'] as const;

/** The password that visitors are asked for, as forms and calls set it. */
export function createVisitPasswords(context: PluginContext) {
  const sealed = createSealedPasswords(context, {
    field: 'visit_password',
    schema: zVisitPassword,
    fault: 'qr.fault.visit_password_length',
    calls: CALLS,
  });

  return {
    prepare: sealed.prepare,
    /**
     * What a write stores of it. A new password protects by itself; without protection none is kept.
     * Errors: 422 at `visit_password` where a code is to be protected that has none.
     */
    async fields(
      { has_password, visit_password }: VisitPasswordChange,
      before?: { visit_password_hash?: string | undefined },
    ): Promise<VisitPasswordFields> {
      // A new code has the default of the switch where its maker said only the password.
      const isOff = has_password === false && (before !== undefined || visit_password === undefined);
      if (isOff) return { has_password: false, visit_password_hash: '', guard_set_time: null };
      if (visit_password !== undefined)
        return {
          has_password: true,
          visit_password_hash: await sealed.hashOf(visit_password),
          guard_set_time: context.clock.date(),
        };
      if (has_password === true && !before?.visit_password_hash)
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'visit_password', message: 'qr.fault.visit_password_missing' }] },
        );
      return {};
    },
  };
}

export type VisitPasswords = ReturnType<typeof createVisitPasswords>;
