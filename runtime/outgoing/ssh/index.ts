export { knockAtMachine } from './knock-at-machine.ts';
export { machinesFor } from './machines-for.ts';
export { runOnMachine } from './run-on-machine.ts';
