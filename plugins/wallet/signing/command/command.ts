import type { ApartCommand, ApartCommandResult } from '@waypost/sdk';
import { z } from 'zod';
import { proveCommand } from '../process/program.ts';
import { type MasterKey, readMasterKey } from '../vault/master-key.ts';
import { type OpenVault, openVault, readCommandKey } from '../vault/vault.ts';
import { CommandFault, runCommand, usage } from './run-command.ts';

const zAnswer = z.union([
  z.strictObject({ done: z.strictObject({ value: z.unknown(), lines: z.array(z.string()) }) }),
  z.strictObject({ fault: z.string() }),
]);

const OTHER_KEY = 'The master key is another one than what is kept was locked with.';

/** `waypost signer …`: over the files while nothing else has them, else by the signer that runs. */
export const command: ApartCommand = async ({ words, environment, directory, ask }) => {
  if (words.length === 0 || words[0] === 'help') return { value: usage(), lines: [usage()] };
  try {
    const master = readMasterKey(environment.WALLET_MASTER_KEY ?? '');
    if (words[0] === 'rotate') {
      if (ask !== undefined)
        return failed('Stop Waypost first: a rotation changes what the signer has in memory.');
      return rotate(opened(directory, master), environment);
    }
    if (ask === undefined) return runCommand(opened(directory, master), words);
    const nonce = z.string().safeParse(await ask('challenge', null));
    if (!nonce.success) return failed('The signer is locked. Its screen and its log say why.');
    const proof = proveCommand(provingKey(directory, master), nonce.data, words);
    const answer = zAnswer.parse(await ask('command', { nonce: nonce.data, words, proof }));
    return 'done' in answer ? answer.done : failed(answer.fault);
  } catch (error) {
    if (error instanceof CommandFault || error instanceof TypeError) return failed(error.message);
    throw error;
  }
};

function rotate(vault: OpenVault, environment: Readonly<Record<string, string>>): ApartCommandResult {
  const text = environment.WALLET_NEW_MASTER_KEY;
  if (text === undefined)
    return failed('WALLET_NEW_MASTER_KEY or WALLET_NEW_MASTER_KEY_FILE: expected the key that is to come.');
  const to = readMasterKey(text);
  vault.rotate(to);
  return {
    value: { master: to.id },
    lines: [
      `All keys are locked with the new master key (${to.id}).`,
      'Start Waypost with it as WALLET_MASTER_KEY. Backups from before need the old one: keep it as long as them.',
    ],
  };
}

function provingKey(directory: string, master: MasterKey): Uint8Array {
  try {
    return readCommandKey(directory, master);
  } catch {
    throw new CommandFault(OTHER_KEY);
  }
}

function opened(directory: string, master: MasterKey): OpenVault {
  const vault = openVault(directory, master);
  if (!('locked' in vault)) return vault;
  const sentences = {
    master_key: OTHER_KEY,
    chain: `What the signer did before was changed (${vault.detail}). Restore DATA_DIR/signer from a backup.`,
    store: `Files of DATA_DIR/signer are not what was written (${vault.detail}). Restore them from a backup.`,
  };
  throw new CommandFault(sentences[vault.locked]);
}

const failed = (sentence: string): ApartCommandResult => ({
  value: { error: sentence },
  lines: [sentence],
  hasFailed: true,
});
