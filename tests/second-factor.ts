import { expect } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { type Api, seal } from './api.ts';

const STEP_MS = 30_000;

/**
 * Switches the second factor of an account on, with the code of now, which is used up by it: what comes later takes that of the
 * next step, which is good also when the step turns in between.
 * @returns the code of so many steps later
 */
export async function giveSecondFactor(api: Api, password: string): Promise<(steps: number) => string> {
  const old_password = await seal(api, password, 'second_factor', 'begin', 'old_password');
  const begun = await api.call<{ secret: string }>('second_factor/begin', { old_password });
  const secret = Secret.fromBase32(begun.content.secret);
  const codeOf = (steps: number) => TOTP.generate({ secret, timestamp: Date.now() + steps * STEP_MS });
  expect((await api.call('second_factor/confirm', { totp: codeOf(0) })).status).toBe(200);
  return codeOf;
}
