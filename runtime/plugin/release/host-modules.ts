import * as contract from '@waypost/contract';
import * as contractOfPlatform from '@waypost/contract/platform';
import * as sdk from '@waypost/sdk';
import * as sdkOfPlatform from '@waypost/sdk/platform';
import { plugin } from 'bun';
import * as zod from 'zod';
import { HOST_MODULES } from '../../package/index.ts';

const MODULES: Readonly<Record<string, Record<string, unknown>>> = {
  zod,
  '@waypost/contract': contract,
  '@waypost/contract/platform': contractOfPlatform,
  '@waypost/sdk': sdk,
  '@waypost/sdk/platform': sdkOfPlatform,
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
