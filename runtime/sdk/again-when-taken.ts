import { DUPLICATE_KEY, TRANSIENT } from './conflict.ts';

/**
 * Makes a unique value that somebody else has inserted since the transaction began a reason to run it again: it then sees
 * what the other did. For work that looks whether the value is there before it inserts it, and for what is counted under it.
 */
export async function againWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) error.addErrorLabel(TRANSIENT);
    throw error;
  }
}

/** By what it can do: a plugin has no class of the driver's to hold it against. */
const isTaken = (error: unknown): error is Error & { addErrorLabel(label: string): void } =>
  error instanceof Error && 'addErrorLabel' in error && 'code' in error && error.code === DUPLICATE_KEY;
