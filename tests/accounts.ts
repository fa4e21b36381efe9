import { join } from 'node:path';
import type { Product } from './product.ts';

export interface Credentials {
  account: string;
  password: string;
}

/** Makes an account with the command line, as an operator does. */
export async function createAccount(
  product: Product,
  wanted: { account: string; role: 'super' | 'administrator' | 'agent' | 'customer' },
): Promise<Credentials> {
  const password = 'Customer123';
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, '../runtime/command/main.ts'),
      ...[
        'account',
        'create',
        '--account',
        wanted.account,
        '--role',
        wanted.role,
        '--password-stdin',
        '--json',
      ],
    ],
    {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
        DATA_DIR: product.dataDir,
      },
      stdin: Buffer.from(password),
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const [code, output, faults] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (code !== 0) throw new Error(`account create ended with ${code}: ${output}${faults}`);
  return { account: wanted.account, password };
}
