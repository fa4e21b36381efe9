import { storeCommand } from '@waypost/store';
import { storeDirectory, storeSocketPath } from './paths.ts';

/**
 * The words that start the embedded store of a data directory. What it says when it cannot start names our things:
 * the store itself knows neither the variable nor the commands.
 * @param isHeldByInput it ends when its standard input does, not at a signal
 */
export function embeddedStoreCommand(dataDirectory: string, isHeldByInput = false): string[] {
  return storeCommand({
    directory: storeDirectory(dataDirectory),
    socketPath: storeSocketPath(dataDirectory),
    isHeldByInput,
    directoryName: 'DATA_DIR',
    adviceOnDamage:
      '`waypost doctor` says what is wrong; `waypost restore FILE --force` brings a backup back.',
  });
}
