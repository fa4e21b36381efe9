import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseEnvironment, StartError } from '../process/environment.ts';
import { startFaultCode } from '../process/exit-codes.ts';
import { stopWhenAsked } from '../process/supervised.ts';
import { startRuntime } from './start.ts';
import { tellOutages } from './tell-outages.ts';

const zArguments = z.object({
  registry: z.string().optional(),
  'rate-scale': z.coerce.number().positive().optional(),
});

try {
  const parsed = zArguments.safeParse(
    parseArgs({ options: { registry: { type: 'string' }, 'rate-scale': { type: 'string' } } }).values,
  );
  if (!parsed.success) throw new StartError(z.prettifyError(parsed.error));
  const { registry, 'rate-scale': rateScale } = parsed.data;
  const environment = parseEnvironment(process.env);
  const runtime = await startRuntime({
    environment,
    ...(registry === undefined ? {} : { registryFile: registry }),
    ...(rateScale === undefined ? {} : { rateScale }),
  });
  const stopTelling = tellOutages({
    environment,
    store: runtime.store,
    tell: (line) => void process.stderr.write(`${line}\n`),
  });
  const stop = async () => {
    await stopTelling();
    await runtime.stop();
  };
  // A promise that some plugin forgot must not take the visits of everybody along.
  process.on('unhandledRejection', (error) => runtime.log.error({ error }, 'a rejection was not handled'));
  // After an exception out of nowhere nothing is sure but the journal: flush it and let the launcher start anew.
  process.on('uncaughtException', (error) => {
    runtime.log.fatal({ error }, 'an exception was not caught; the process ends');
    stop().finally(() => process.exit(1));
  });
  void runtime.refused.then(async (error) => {
    process.stderr.write(`${error.message}\n`);
    await stop().finally(() => process.exit(startFaultCode(process.env)));
  });
  stopWhenAsked(stop);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(startFaultCode(process.env));
}
