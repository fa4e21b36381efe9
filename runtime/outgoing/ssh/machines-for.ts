import type { Installation } from '@waypost/sdk/platform';
import { knockAtMachine } from './knock-at-machine.ts';
import { runOnMachine } from './run-on-machine.ts';

/** What the platform's plugin reaches machines by: nothing at all, unless the server's own configuration says so. */
export function machinesFor({
  hasMachines,
}: {
  hasMachines: boolean;
}): Pick<Installation, 'hasMachines' | 'knockAtMachine' | 'runOnMachine'> {
  const requireOn = () => {
    if (!hasMachines) throw new TypeError('SSH_SERVERS is off: no machine is reached from here');
  };
  return {
    hasMachines: () => hasMachines,
    async knockAtMachine(machine, options) {
      requireOn();
      return knockAtMachine(machine, options);
    },
    async runOnMachine(machine, words, limits) {
      requireOn();
      return runOnMachine(machine, words, limits);
    },
  };
}
