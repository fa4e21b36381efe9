import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../runtime/process/environment.ts';

/** Beside `./data` and port 6009 of a first installation. */
const FOLDER = './demo-data';
const PORT = '6010';
const KEPT = 'demo.json';
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 14;

const zKept = z.object({ password: z.string(), isFilled: z.boolean() });

/** A second installation to look round in: where it is, and who logs in there. */
export interface DemoPlace {
  folder: string;
  origin: string;
  /** Of every account in it. */
  password: string;
  isFilled: boolean;
  /** From now on nothing is filled in any more. */
  keepFilled(): void;
}

/**
 * Sets the variables of a demonstration where they are not set. It listens on this machine alone: what is in it is nobody's.
 * A folder whose filling was cut off is begun anew.
 */
export function prepareDemo(variables: Record<string, string | undefined>): DemoPlace {
  variables.DATA_DIR ??= FOLDER;
  const folder = resolve(variables.DATA_DIR);
  const file = join(folder, KEPT);
  const known = existsSync(file) ? zKept.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (known?.isFilled === false) rmSync(folder, { recursive: true });
  else if (known === undefined && existsSync(folder))
    throw new StartError(`${folder} is no demonstration's folder. Choose another DATA_DIR.`);
  const kept = known?.isFilled ? known : { password: newPassword(), isFilled: false };
  const keep = (now: z.output<typeof zKept>) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(now), { mode: 0o600 });
  };
  keep(kept);
  variables.HOST = '127.0.0.1';
  variables.PORT ??= PORT;
  variables.ADMIN_ACCOUNT = 'demo.admin';
  variables.ADMIN_PASSWORD = kept.password;
  return {
    folder,
    origin: `http://127.0.0.1:${variables.PORT}`,
    ...kept,
    keepFilled: () => keep({ ...kept, isFilled: true }),
  };
}

function newPassword(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH))];
  // Passwords have a digit and a letter at least.
  return `${letters.map((letter) => PASSWORD_LETTERS[letter % PASSWORD_LETTERS.length]).join('')}a7`;
}
