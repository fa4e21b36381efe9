import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { makeKey, offerApprover } from '../process/manage-keys.ts';
import { createSigning } from '../process/sign.ts';
import { masterKeyOf } from '../vault/master-key.ts';
import { type OpenVault, openVault } from '../vault/vault.ts';
import type { TestApprover } from './approver.ts';

/** Where a flush to the disk takes no time; the same calls are made. */
const SHARED_MEMORY = '/dev/shm';
export const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const RECEIVER = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
export const HOUSE = 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs';
export const START = Date.UTC(2026, 5, 1);

/** What the signer keeps, in a folder of the test's own, with a clock that the test moves. */
export function openSigner() {
  const directory = mkdtempSync(
    join(existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir(), 'waypost-signer-'),
  );
  const master = masterKeyOf(new Uint8Array(randomBytes(32)));
  const clock = { now: START };
  const open = (key = master) => openVault(directory, key, () => clock.now);
  const vault = opened(open());
  return {
    directory,
    master,
    clock,
    open,
    vault,
    sign: createSigning(vault),
    command: (...words: string[]) => runCommand(vault, words),
    /** A key, limits of 1,000 a payout and 5,000 a day, two people above 100, and approvers that count. */
    prepare(...approvers: TestApprover[]) {
      for (const words of [
        ...[
          ['set', 'network', 'nile'],
          ['set', 'contract', TOKEN],
        ],
        ...[
          ['set', 'single', '1000'],
          ['set', 'daily', '5000'],
          ['set', 'two-above', '100'],
        ],
        ['set', 'collect-to', HOUSE],
      ])
        runCommand(vault, words);
      for (const { approver, public_key } of approvers) {
        const { fingerprint } = offerApprover(vault, { approver, public_key });
        runCommand(vault, ['trust', fingerprint]);
      }
      return makeKey(vault);
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export function opened(vault: ReturnType<typeof openVault>): OpenVault {
  if ('locked' in vault) throw new Error(`locked: ${vault.detail}`);
  return vault;
}
