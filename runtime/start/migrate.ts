import { parseArgs } from 'node:util';
import { parseEnvironment } from '../process/environment.ts';
import { CONFIGURATION_FAULT } from '../process/exit-codes.ts';
import { createLog } from '../process/log.ts';
import { startRuntime } from './start.ts';

/**
 * Brings the data of every plugin that is on to its version and ends: `bun migrate.ts --limit-ms N [--registry FILE]`.
 * The store has to be there. Prints one JSON line on standard output, `{"failed": [{"id", "reason"}]}`; ends with 78 when
 * the plugins are not ready within the limit.
 */
const { values } = parseArgs({ options: { registry: { type: 'string' }, 'limit-ms': { type: 'string' } } });
const runtime = await startRuntime({
  environment: { ...parseEnvironment(process.env), host: '127.0.0.1', port: 0, roles: new Set(['api']) },
  log: createLog({ level: 'error', sink: process.stderr }),
  announce: (text) => void process.stderr.write(`${text}\n`),
  ...(values.registry === undefined ? {} : { registryFile: values.registry }),
});
const expiry = setTimeout(
  () => void runtime.stop().finally(() => process.exit(CONFIGURATION_FAULT)),
  Number(values['limit-ms']),
);
await runtime.ready;
clearTimeout(expiry);
const failed = runtime.plugins
  .served()
  .filter(({ state }) => state === 'failed')
  .map(({ id, reason }) => ({ id, reason }));
await runtime.stop();
process.stdout.write(`${JSON.stringify({ failed })}\n`);
