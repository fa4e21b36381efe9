import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { type SignerRefusal, signerErrors } from './errors.ts';
import { zKeyFacts, zKnownApprover, zSignedTransaction, zSignerStatus } from './said.ts';
import type { Signer, SigningRequest } from './signer.ts';
import { tellRefusal } from './tell-refusal.ts';

/** Name of the process in plugin.json. */
export const SIGNER_PROCESS = 'signer';
/** Twenty times what a signature takes on a slow disk. */
const LIMIT_MS = 20_000;

const REFUSALS = Object.keys(signerErrors) as [SignerRefusal, ...SignerRefusal[]];
const zAnswered = z.union([
  z.strictObject({ done: z.unknown() }),
  z.strictObject({ refused: z.enum(REFUSALS) }),
]);

/** The signer as the server asks it: what is refused to be signed is told to whoever may see accounts, and written down. */
export function createSigner(context: PluginContext): Signer {
  const { processes } = context;
  const ask = async (method: string, given: unknown): Promise<unknown> => {
    try {
      return await processes.ask(SIGNER_PROCESS, method, given, { limitMs: LIMIT_MS });
    } catch (error) {
      if (error instanceof AppError && error.status === 503) throw signerErrors.signer_away.create();
      throw error;
    }
  };
  const answer = async <T>(method: string, given: unknown, schema: z.ZodType<T>): Promise<T> => {
    if ((await processes.state(SIGNER_PROCESS)).state === 'ended') throw signerErrors.signer_away.create();
    const answered = zAnswered.parse(await ask(method, given));
    if ('refused' in answered) throw signerErrors[answered.refused].create();
    return schema.parse(answered.done);
  };
  return {
    async status() {
      if ((await processes.state(SIGNER_PROCESS)).state === 'ended') return { state: 'no_master_key' };
      try {
        return zSignerStatus.parse(await ask('status', null));
      } catch (error) {
        if (error instanceof AppError && error.code === signerErrors.signer_away.code)
          return { state: 'away' };
        throw error;
      }
    },
    makeKey: () => answer('make_key', null, zKeyFacts),
    importKey: (secret) => answer('import_key', secret, zKeyFacts),
    importPublic: (xpub) => answer('import_public', { xpub }, zKeyFacts),
    removeKey: (id) => answer('remove_key', { id }, zKeyFacts),
    offerApprover: (offer) => answer('offer', offer, zKnownApprover),
    async sign(request: SigningRequest) {
      try {
        return await answer('sign', request, zSignedTransaction);
      } catch (error) {
        if (error instanceof AppError) await tellRefusal(context, request, error.code);
        throw error;
      }
    },
  };
}
