import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext, RequestContext } from '@waypost/sdk';
import type { z } from 'zod';

/** A password that travels sealed in calls of codes. */
interface SealedPassword<Call extends string> {
  field: string;
  /** What it may be, as its form says. */
  schema: z.ZodType<string>;
  /** Words of what is wrong with any other. */
  fault: string;
  /** Calls that carry it; it is sealed for the one that it travels with. */
  calls: readonly Call[];
}

/** Opens the sealed passwords of bodies once, also when the transaction around it runs again. */
export function createSealedPasswords<Call extends string>(
  context: PluginContext,
  { field, schema, fault }: SealedPassword<Call>,
) {
  // A challenge opens once, and the same body object comes again with a retry.
  const hashes = new WeakMap<object, Promise<string>>();

  async function hash(sealed: Sealed, call: Call, request: RequestContext): Promise<string> {
    const password = await context.unseal(sealed, { area: 'qr_code_list', call, field });
    if (!schema.safeParse(password).success)
      throw errors.invalidInput.create({}, { errors: [{ path: field, message: fault }] });
    return context.passwords.hash(password, request);
  }

  return {
    /** Opens and hashes ahead of the transaction: a wait for the turn to hash must not hold it open. */
    async prepare(sealed: Sealed | undefined, call: Call, request: RequestContext): Promise<void> {
      if (sealed === undefined || hashes.has(sealed)) return;
      const work = hash(sealed, call, request);
      hashes.set(sealed, work);
      await work;
    },
    /** The hash of one that was prepared. */
    async hashOf(sealed: Sealed): Promise<string> {
      const found = await hashes.get(sealed);
      if (found === undefined) throw new Error(`the password "${field}" was not prepared`);
      return found;
    },
  };
}
