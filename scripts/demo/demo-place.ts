import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { lockDataDirectory } from '../../runtime/process/data-directory-lock.ts';
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

/** With these a demonstration would write into somebody's own database, or be open to the internet. */
const NEVER_SET = ['MONGODB_URI', 'PUBLIC_URL'] as const;

/**
 * Sets the variables of a demonstration where they are not set. It listens on this machine alone: what is in it is nobody's.
 * A folder whose filling was cut off is begun anew.
 * @throws StartError where a folder or a variable belongs to an installation; DataDirectoryInUse while another one fills it
 */
export function prepareDemo(variables: Record<string, string | undefined>): DemoPlace {
  for (const name of NEVER_SET)
    if (variables[name]) throw new StartError(`${name} belongs to an installation. Start --demo without it.`);
  variables.DATA_DIR ??= FOLDER;
  variables.PORT ??= PORT;
  const origin = `http://127.0.0.1:${variables.PORT}`;
  const folder = resolve(variables.DATA_DIR);
  const file = join(folder, KEPT);
  const known = existsSync(file) ? zKept.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (known?.isFilled === false) {
    lockDataDirectory(folder, origin).release();
    rmSync(folder, { recursive: true });
  }
  if (known === undefined && existsSync(folder))
    throw new StartError(`${folder} is no demonstration's folder. Choose another DATA_DIR.`);
  const kept = known?.isFilled ? known : { password: newPassword(), isFilled: false };
  const keep = (now: z.output<typeof zKept>) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(now), { mode: 0o600 });
  };
  keep(kept);
  variables.HOST = '127.0.0.1';
  variables.ADMIN_ACCOUNT = 'demo.admin';
  variables.ADMIN_PASSWORD = kept.password;
  return {
    folder,
    origin,
    ...kept,
    keepFilled: () => keep({ ...kept, isFilled: true }),
  };
}

function newPassword(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH))];
  // Passwords have a digit and a letter at least.
  return `${letters.map((letter) => PASSWORD_LETTERS[letter % PASSWORD_LETTERS.length]).join('')}a7`;
}
