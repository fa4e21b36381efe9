import type { PluginContext } from '@waypost/sdk';

/**
 * Does at once what a job does later all the same, after money has moved: whoever pressed is answered by what moved, not by this.
 * @param fault what the log says where it cannot be done now
 */
export async function followUp(
  { log }: Pick<PluginContext, 'log'>,
  fault: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ error }, fault);
  }
}
