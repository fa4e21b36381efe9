import { availableParallelism } from 'node:os';
import { errors, PASSWORD_MIN_LENGTH } from '@waypost/contract';
import type { Random } from '@waypost/sdk';
import { createGate, type Gate, type Turn } from './gate.ts';

/** Longest password; argon2 takes more, but a megabyte of it would be a cheap attack. */
const PASSWORD_MAX_LENGTH = 128;

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB (here in KiB) and two passes. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
}

export interface Passwords {
  /** Checks a new password against docs/product.md, "Accounts and passwords". Errors: `invalid_input` 422 at `path`. */
  check(input: { password: string; account: string; path?: string }): void;
  hash(password: string, turn: Turn): Promise<string>;
  /** `isWeak`: the password is right, its hash is older than today's cost and should be made again. */
  verify(password: string, hash: string, turn: Turn): Promise<{ isRight: boolean; isWeak: boolean }>;
  /** Takes as long as `verify` of a wrong password. */
  pretend(password: string, turn: Turn): Promise<void>;
}

/** Errors of hash, verify and pretend: `too_many_requests` 429 when too many wait for their turn. */
export function createPasswords(
  cost: PasswordCost = PASSWORD_COST,
  gate: Gate = createGate(hashingLimits()),
): Passwords {
  const make = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost });
  let dummy: Promise<string> | undefined;
  const compare = (password: string, stored: string, turn: Turn) =>
    gate(turn, async () => {
      // Bun refuses to hash or verify an empty text; a space is never a right password.
      const given = password === '' ? ' ' : password.slice(0, PASSWORD_MAX_LENGTH + 1);
      return Bun.password.verify(given, stored);
    });
  return {
    check: checkPassword,
    hash: (password, turn) => gate(turn, () => make(password)),
    verify: async (password, stored, turn) => {
      const isRight = await compare(password, stored, turn);
      return { isRight, isWeak: isRight && isWeakHash(stored, cost) };
    },
    pretend: async (password, turn) => {
      // Made once, out of turn: who asked first must not take longer than the others.
      dummy ??= make('waypost no such account');
      await compare(password, await dummy, turn);
    },
  };
}

/**
 * Half of the cores, because visits are answered by the same machine, and at least two, so that one address never holds
 * the only place. 64 of a kind wait, which is a few seconds of work.
 */
function hashingLimits() {
  const running = Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2)));
  return { running, waiting: 64, waitMs: 10_000 };
}

function checkPassword(input: { password: string; account: string; path?: string }): void {
  const { password, account } = input;
  const fault = (key: string) =>
    errors.invalidInput.create(
      {},
      { errors: [{ path: input.path ?? 'password', message: `error.password.${key}` }] },
    );
  if (password === '') throw fault('required');
  if (password.toLowerCase() === account.toLowerCase()) throw fault('same_as_account');
  if (password.length < PASSWORD_MIN_LENGTH) throw fault('too_short');
  if (password.length > PASSWORD_MAX_LENGTH) throw fault('too_long');
  if (!/^[A-Za-z0-9]+$/.test(password) || !/[A-Za-z]/.test(password) || !/[0-9]/.test(password))
    throw fault('letters_and_digits');
}

function isWeakHash(stored: string, cost: PasswordCost): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored);
  if (!found) return true;
  return Number(found[1]) < cost.memoryCost || Number(found[2]) < cost.timeCost;
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A one-time password of 16 letters and digits without look-alikes, at least one of each: 93 bits. */
export function randomPassword(random: Random): string {
  for (;;) {
    let text = '';
    while (text.length < 16) {
      for (const byte of random.bytes(32)) {
        // Bytes past the last full multiple would favour the first letters.
        if (byte < 256 - (256 % ALPHABET.length) && text.length < 16)
          text += ALPHABET[byte % ALPHABET.length];
      }
    }
    if (/[A-Za-z]/.test(text) && /[0-9]/.test(text)) return text;
  }
}
