import type { MachineAddress, MachineKey, MachineKnock } from '@waypost/sdk/platform';
import { MachineClosed, openMachine, Shown } from './open-machine.ts';

/**
 * Looks at the key that a machine shows, and how long that took. Nobody logs in, and nothing of ours is told.
 * @throws the signal's reason; never for what the machine does
 */
export async function knockAtMachine(
  machine: MachineAddress,
  { key, ...limits }: { key?: MachineKey; limitMs?: number; signal?: AbortSignal } = {},
): Promise<MachineKnock> {
  const found = await knock(machine, key, limits);
  // It has none of the kind that was confirmed any more: which one it has instead is what somebody wants to see.
  return found.fault === 'no_ssh' && key !== undefined ? knock(machine, undefined, limits) : found;
}

async function knock(
  machine: MachineAddress,
  kind: MachineKey | undefined,
  limits: { limitMs?: number; signal?: AbortSignal },
): Promise<MachineKnock> {
  try {
    const { client } = await openMachine({ machine, kind, ...limits });
    // A machine that lets everybody in without a look at its key is none that can be confirmed.
    client.destroy();
    return { fault: 'no_ssh' };
  } catch (error) {
    if (error instanceof Shown) return { fault: null, key: error.key, milliseconds: error.milliseconds };
    if (!(error instanceof MachineClosed)) throw error;
    return { fault: error.fault, ...(error.key === undefined ? {} : { key: error.key }) };
  }
}
