import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Program, ProgramAnswers } from '@waypost/sdk';
import { CommandFault, runCommand } from '../command/run-command.ts';
import { zSealedSecret } from '../rules.ts';
import type { SignerStatus } from '../signer.ts';
import { Refused } from '../vault/check-request.ts';
import { readMasterKey } from '../vault/master-key.ts';
import { type OpenVault, openVault, type Vault } from '../vault/vault.ts';
import { zCommand, zKeyId, zOffer, zSigningRequest, zXpub } from './asked.ts';
import { importKey, importPublic, makeKey, offerApprover, removeKey } from './manage-keys.ts';
import { createSigning } from './sign.ts';

/** What a question that was refused is answered with. */
export type Answered<T> = { done: T } | { refused: string };

/** The process that alone can sign; how it is asked: `../ask-signer.ts`. */
export const program: Program = ({ environment, directory, log }) => {
  if (directory === undefined) throw new TypeError('the signer has no folder');
  const vault = openVault(directory, readMasterKey(environment.WALLET_MASTER_KEY ?? ''));
  if ('locked' in vault) log.error({ reason: vault.locked, detail: vault.detail }, 'the signer stays locked');
  return { answers: signerAnswers(vault) };
};

/** What the signer answers. Every question is read by its schema; a locked one says only that it is. */
export function signerAnswers(vault: Vault): ProgramAnswers {
  if ('locked' in vault) {
    const refused = () => ({ refused: 'signer_locked' });
    return {
      status: () => ({ state: 'locked', reason: vault.locked }) satisfies SignerStatus,
      make_key: refused,
      import_key: refused,
      import_public: refused,
      remove_key: refused,
      offer: refused,
      sign: refused,
      challenge: () => null,
    };
  }
  const sign = createSigning(vault);
  const commands = createCommands(vault);
  return {
    status: () => statusOf(vault),
    make_key: answered(() => makeKey(vault)),
    import_key: answered((given) => importKey(vault, zSealedSecret.parse(given))),
    import_public: answered((given) => importPublic(vault, zXpub.parse(given).xpub)),
    remove_key: answered((given) => removeKey(vault, zKeyId.parse(given).id)),
    offer: answered((given) => offerApprover(vault, zOffer.parse(given))),
    sign: answered((given) => sign(zSigningRequest.parse(given))),
    ...commands,
  };
}

function answered<T>(work: (given: unknown) => T): (given: unknown) => Answered<T> {
  return (given) => {
    try {
      return { done: work(given) };
    } catch (error) {
      if (error instanceof Refused) return { refused: error.refusal };
      throw error;
    }
  };
}

function statusOf(vault: OpenVault): SignerStatus {
  const { limits, trusted, offered, restoredTime, isHeld } = vault.state;
  return {
    state: 'open',
    head: vault.head(),
    keys: vault.keys(),
    limits,
    seal_to: vault.sealTo,
    trusted: [...trusted.values()],
    offered: [...offered.values()],
    restored_time: restoredTime,
    is_held: isHeld,
  };
}

/** The command line proves that it has the master key, each time anew: the server can carry no command there. */
function createCommands(vault: OpenVault): ProgramAnswers {
  let nonce: string | undefined;
  return {
    challenge() {
      nonce = randomBytes(32).toString('base64url');
      return nonce;
    },
    command(given) {
      const asked = zCommand.parse(given);
      const expected = nonce;
      // Once, whatever comes of it.
      nonce = undefined;
      const proof = Buffer.from(proveCommand(vault.commandKey, asked.nonce, asked.words));
      if (asked.nonce !== expected || !timingSafeEqual(proof, Buffer.from(asked.proof.padEnd(64, '-'))))
        return { fault: 'The master key of this command line is not the one that the signer has.' };
      try {
        return { done: runCommand(vault, asked.words) };
      } catch (error) {
        if (error instanceof CommandFault) return { fault: error.message };
        throw error;
      }
    },
  };
}

export function proveCommand(key: Uint8Array, nonce: string, words: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([nonce, words]))
    .digest('hex');
}
