import { runCommand } from './command-line.ts';
import type { Product } from './product.ts';

export interface Credentials {
  account: string;
  password: string;
}

/** Makes an account with the command line, as an operator does. */
export async function createAccount(
  product: Pick<Product, 'dataDir'>,
  wanted: { account: string; role: 'super' | 'administrator' | 'agent' | 'customer' },
): Promise<Credentials> {
  const { account, role } = wanted;
  const password = 'Customer123';
  const words = ['account', 'create', '--account', account, '--role', role, '--password-stdin', '--json'];
  await runCommand(product, words, { input: password });
  return { account, password };
}
