import * as contract from '@waypost/contract';
import * as sdk from '@waypost/sdk';
import { plugin } from 'bun';
import * as zod from 'zod';
import { HOST_MODULES } from '../../package/index.ts';

const MODULES: Readonly<Record<string, Record<string, unknown>>> = {
  zod,
  '@waypost/contract': contract,
  '@waypost/sdk': sdk,
};
let isInstalled = false;

/** Releases have no node_modules: what their servers import by name is the host's own. */
export function provideHostModules(): void {
  if (isInstalled) return;
  isInstalled = true;
  plugin({
    name: 'waypost-host-modules',
    setup(build) {
      for (const name of HOST_MODULES) {
        const exports = MODULES[name];
        if (exports === undefined)
          throw new TypeError(`module ${name} is promised to plugins but not provided`);
        build.module(name, () => ({ exports, loader: 'object' }));
      }
    },
  });
}
