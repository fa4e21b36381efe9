import type { PluginContext } from '@waypost/sdk';
import type { Ask } from '../providers/provider-pool.ts';
import type { TronCall, TronStep } from './program.ts';

/** Name of the program in plugin.json. */
export const TRON_PROGRAM = 'tron';
/** No question takes more requests: what goes on and on is not answered. */
const MOST_REQUESTS = 5;

/** tronweb did not make sense of what a provider answered. */
export class TronFault extends Error {}

/**
 * Asks tronweb, which runs in a process of its own and has no network: the requests that it wants are made here, of one
 * provider, within its limits.
 * @throws TronFault when tronweb refuses the answer, ProviderFault when there was none
 */
export async function askTron(
  { processes }: Pick<PluginContext, 'processes'>,
  ask: Ask,
  call: TronCall,
): Promise<unknown> {
  let step = (await processes.ask(TRON_PROGRAM, 'begin', call)) as TronStep;
  for (let requests = 0; 'wanted' in step; requests += 1) {
    const { ticket, wanted } = step;
    const end = (fault: string) => processes.ask(TRON_PROGRAM, 'go', { ticket, fault });
    if (requests === MOST_REQUESTS) {
      await end('too many requests');
      throw new TronFault('too many requests for one question');
    }
    let answer: unknown;
    try {
      answer = await ask(wanted);
    } catch (error) {
      await end('not answered');
      throw error;
    }
    step = (await processes.ask(TRON_PROGRAM, 'go', { ticket, answer })) as TronStep;
  }
  if ('fault' in step) throw new TronFault(step.fault);
  return step.result;
}

/** Starts tronweb where it does not run yet: whoever takes no payments has no process for it. */
export async function startTron({ processes }: Pick<PluginContext, 'processes'>): Promise<void> {
  const { state } = await processes.state(TRON_PROGRAM);
  if (state === 'ended') await processes.start(TRON_PROGRAM);
}
