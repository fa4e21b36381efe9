import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Compiler } from '@rspack/core';
import { writeRemoteEntry } from './screens.ts';

const NAME = 'waypost-follow-words';

/**
 * While a plugin is developed: puts its words and its map of screens together again with each change, so that a changed
 * sentence and a new screen are there at once. What cannot be read (a file half written) is told as a fault of the build.
 */
export function followWords(directory: string): { apply: (compiler: Compiler) => void } {
  const folders = ['locales', 'screens', 'slots'].map((name) => join(directory, name));
  let fault: Error | undefined;
  return {
    apply: (compiler) => {
      compiler.hooks.watchRun.tap(NAME, () => {
        fault = undefined;
        try {
          writeRemoteEntry(directory);
        } catch (error) {
          fault = error instanceof Error ? error : new Error(String(error));
        }
      });
      compiler.hooks.afterCompile.tap(NAME, (compilation) => {
        for (const folder of folders) if (existsSync(folder)) compilation.contextDependencies.add(folder);
        if (fault !== undefined) compilation.errors.push(fault);
      });
    },
  };
}
